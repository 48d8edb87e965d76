"""polyphrase: more phrasings of each intent of an evaluation corpus, none that changes the request."""

__version__ = "0.1.0"
