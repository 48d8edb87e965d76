"""All that touches the world: files, clocks, processes, models, terminals."""
