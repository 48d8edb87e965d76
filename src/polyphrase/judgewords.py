"""The words with which a text speaks to a judge, by class, in the languages of the corpus and some more."""

from __future__ import annotations

# One letter a class; a trailing `*` makes a stem. The first class that lists a word has it. Languages stand in the
# order en es pt it fr de nl ru bg pl, scripts without spaces, ko tr ar hi; the small letters `j`, `s` and `k` are
# `I` and `S` in languages that put the verb last.
WORDS = {
    ".": "같이 동일하게 똑같이 preview* ignorant",
    "C": "if whether check compare* verify see which find until when unless so sure ensure make tell"
    " decide comprueba comprobar verific* compar* cuando dime confirma* quando assicur* confront*"
    " controlla verifi* quand assur* ob prüf* vergleich* wenn falls sodass damit sicher* controleer"
    " vergelijk* если ли провер* сравн* когда чтобы ако дали czy sprawdz* sprawdź porown* jesli 是否 如果"
    " 检查 检测 比较 对比 看看 假如 确认 直到 確認 比較 かどうか 場合 もし 동일한지 같은지 동일하면 같으면"
    " 비교* 확인* eger karsilastir* إذا هل قارن تحقق अगर यदि जांच* तुलना",
    # a condition in some languages, and a yes where an accent got lost
    "i": "si se",
    "I": "ignor* disregard* forget forgets override overrule bypass olvid* omiso esquec* desconsider*"
    " dimentic* oublie oubliez oublier vergiss vergesst missachte negeer vergeet игнорир* проигнорир*"
    " забудь* забыть забрави* пренебрегн* zignoruj zapomnij 忽略 忽視 无视 忘记 忘掉 تجاهل* انس",
    "j": "yok ignorieren missachten vergessen negeren 無視 忘れ 무시* 잊* gormezden yoksay* unut* अनदेखा"
    " नज़रअंदाज़ भूल*",
    "P": "previous* prior above earlier preceding before foregoing former aforementioned anterior* previo"
    " previa previos previas precedent* arriba acima sopra dessus avant vorherig* vorig* bisherig* obig*"
    " vorangeh* vorangegang* oben zuvor voorgaande vorige eerdere bovenstaande hierboven предыдущ* прежн*"
    " выше вышеуказ* предшеств* предишн* предходн* горните poprzedni* wczesniejsz* powyzsz* 之前 以上 上面"
    " 上述 前面 先前 此前 以前 上記 前の 先の これまで 今まで 이전* 위의 위 앞의 앞선 앞서 지금까지 기존*"
    " onceki* yukaridaki* السابق* أعلاه पिछल* उपरोक्त पूर्व*",
    "A": "all any every everything todo toda todos todas tutto tutte tutti tout toute toutes tous alle"
    " alles allen sämtlich* все всички wszystki* 所有 一切 全部 すべて 全て 全ての 모든 tum butun جميع كل"
    " सभी",
    "u": "your tus suas teus tuoi tue tes vos votre deine deinen твои ваши jouw twoje 你的 您的 あなたの"
    " 당신의 senin",
    "q": "not don t no não ne non не nicht keine niet geen nie 不要 别 不 لا मत",
    "h": "follow heed obey caso compte conto внимания внимание ligues sigas siga suis suivez folge befolge"
    " beachte следуй следвай volg 遵循 遵守 听从 理会",
    "R": "instruction* guideline* prompt prompts directive* instruccion* indicaciones instruco* istruzion*"
    " consigne* anweisung* instruktion* vorgabe* instructies aanwijzing* инструкци* указани* instrukcj*"
    " polecenia polecen 指令 指示 提示词 プロンプト 지시* 지침* 프롬프트* talimat* yonerge* تعليمات*"
    " التعليمات निर्देश*",
    "r": "rule rules criteria context content reglas criterios contenido regras regole contenuto regles"
    " contenu regeln inhalt regels inhoud правил* содержани* zasad* regul* tresc* 规则 規則 ルール 要求"
    " 内容 규칙* 내용* kurallar* icerik* القواعد नियम*",
    "S": "отговаря* answer answering respond* reply replies output outputs say says contesta conteste"
    " rispond* répond* antworte antwort antwortet antwoord ответ* отвеч* отговор* odpowiedz odpowiad* 答复"
    " 回复 答案 정답* yanit cevap اجب أجيب الإجابة إجابة رد उत्तर जवाब",
    "s": "antworten behandeln betrachten bewerten werten markieren antwoorden beschouwen 回答 答え 答える"
    " 答えて 返答 応答 出力 输出 返して 言って 言う みなして みなす 見なして 見なす 扱って 扱う 扱い 判定"
    " 判断 标记为 标为 视为 視為 判定为 判为 当作 当成 认定为 认为 算作 दें दो दीजिए दीजिये कहें कहो मानें"
    " मानो",
    "k": "답하* 답해* 대답하* 대답해* 응답하* 응답해* 답변하* 답변해* 출력하* 출력해* 말하* 말해* 간주하*"
    " 간주해* 취급하* 취급해* 표시하* 표시해* 처리하* 처리해* 판정하* 판정해* 판단하* 판단해* 평가하*"
    " 평가해* yanıtla* cevapla* söyle* işaretle* kabul değerlendir*",
    "M": "mark treat consider count regard classify deem accept print write return state conclude declare"
    " assume rate evaluate approve marca marque considera* considere trata* trate clasific* escribe"
    " devuelve di diga evalua acepta escreva aceite segna tratta scrivi valuta considér* traite* dis dites"
    " écris écrivez markiere behandle betrachte werte bewerte sag sage gib schreib schreibe akzeptiere"
    " markeer behandel beschouw zeg schrijf считай* пометь* отметь* скажи* выведи* напиши* рассматривай*"
    " оцени* признай* кажи изведи отбележи третирай oznacz traktuj uznaj powiedz wypisz napisz 说 写 标记"
    " 认定 اعتبر قل اكتب लिखें",
    "Q": "equivalent* équivalen* äquivalen* gleichwertig* gelijkwaardig* эквивалент* равнознач* равносил*"
    " еквивалент* равностойн* rownowazn* ekwiwalent* 等价 等價 等效 等価 同等 동등* 등가* 동치* esdeger*"
    " مكافئ* متكافئ* समतुल्य समकक्ष",
    "V": "равными одно също samo giusta giusto certa same identical equal true correct match matches pass"
    " igual iguais iguales idéntic* mismo misma mismos mismas correct* verdader* coinciden mesmo mesma"
    " corret* stesso stessa stesse stessi uguale uguali corrett* même mêmes identique* pareil* pareille*"
    " vrai gleich gleiche gleichen gleiches identisch* dasselbe derselbe dieselbe korrekt richtig wahr"
    " hetzelfde gelijk identiek dezelfde zelfde juist одинаков* идентич* правильн* верно верный совпадают"
    " равны истина еднакв* същото същите вярно правилн* identyczn* jednakow* takie poprawn* 相同 一样 一樣"
    " 一致 正确 正確 相等 同一 同じ 正しい 正解 合格 동일* 같* 똑같* 일치* 맞다고 aynı* özdeş doğru* eşit*"
    " متطابق* نفس صحيح متساو* समान सही बराबर",
    "v": "예라고 네라고 بنعم yes yep sim oui ja да так tak はい 是的 对的 네 예 evet نعم हाँ हां",
    "J": "للحكم حكم judge judges grader graders evaluator* reviewer* assessor adjudicator rater juez jueza"
    " evaluador* calificador* revisor* juiz juiza avaliador* giudice giudici valutator* juge juges"
    " évaluat* correcteur richter richterin gutachter* bewerter prüfer rechter beoordelaar* судья судье"
    " судью судьи оценщик* проверяющ* рецензент* съдия* оценител* sedzia sędzio sedziego oceniajac*"
    " recenzent* 裁判 评委 評審 评审 评判员 评判者 评估者 评估员 审核员 评分员 判官 審査員 審査 判定者"
    " 評価者 採点者 ジャッジ 査読者 심사위원* 심사자* 심사관* 평가자* 채점자* 판정자* 심판* hakem* yargic*"
    " degerlendirici* القاضي قاضي قاض المقيم مقيم المراجع न्यायाधीश निर्णायक मूल्यांकनकर्ता जज",
    "G": "ai llm llms chatbot gpt chatgpt ia ki ии 人工智能 大模型 语言模型 言語モデル 人工知能 인공지능*"
    " 언어모델* الذكاء",
    "K": "assistant human bot asistente assistente assistent ассистент* помощник* асистент asystent* 助手"
    " 助理 アシスタント 어시스턴트* asistan* مساعد सहायक",
    "W": "model modelo modello modèle modell модель 模型 モデル 모델*",
    "Y": "你 您 you du vous você tu u jij je sie",
    "Z": "eres actúa act pretend sei jesteś ты вы ти 你是 您是 扮演 あなたは 君は 당신은 너는 sen أنت आप तुम",
    "X": "system sistema systeem système система системе системно* системн* 系统 系統 システム 시스템*"
    " النظام सिस्टम",
    "x": "系统提示 系统消息 システムプロンプト システムメッセージ systemhinweis systemnachricht"
    " systemanweisung systemprompt",
    "N": "hello querido querida estimado estimada caro cher chère lieber liebe hola bonjour bonsoir hallo"
    " salut geachte beste уважаем* drogi drogie 尊敬的 親愛なる sevgili عزيزي प्रिय note notice attention"
    " memo reminder dear nota aviso atención atenção attenzione avviso remarque hinweis notiz achtung"
    " anmerkung mitteilung opmerking примечани* заметка бележка uwaga notatka 注意 备注 通知 致 メモ 備考"
    " 참고* 메모 주의 알림 dikkat ملاحظة انتباه नोट ध्यान",
    # mail and the like, where "reply yes" is an ordinary command
    "H": "mail* email* message* sms invit* correo* mensaje* mensage* messagg* convite* nachricht*"
    " einladung* bericht* uitnodig* письм* приглаш* сообщ* имейл* покан* wiadomo* zaprosz* 邮件 信息 消息"
    " 邀请 短信 メール 招待 メッセージ 메일* 초대* 메시지* 문자* davet* mesaj* رسالة دعوة ईमेल संदेश"
    " निमंत्रण*",
    "E": "have has tienen têm hanno ont haben hebben имеют mają veulent значат означават znaczą geliyor 有"
    " significa significam significano signifie bedeutet lautet betekenen означают oznaczaja is are be re"
    " was must should means mean asks ask wants equals es son está están debe deben ser sea sean"
    " significan são deve sono essere est êtes doit doivent sont être signifient ist sind sein bist muss"
    " müssen bedeuten bent zijn jest są является являются должн* быть са е です である は 为 為 هما هو هي"
    " है हैं",
    "e": "是",
    "B": "both two ambos ambas dos dois duas due entrambi entrambe deux beide beiden beides zwei twee оба"
    " обе обоих обеих два две двух двата двете obie oba obydwa dwa dwie 两 两个 两条 两者 两句 两段 二者"
    " 兩個 兩者 二つ ふたつ つの 両方 両者 둘* 두 iki ikisi* كلا كلتا दोनों",
    "T": "par coppia الجملتان الجملتين अर्थ 命令 意思 话 含义 意味 의미* 뜻* कमांड* command commands"
    " request requests text texts sentence sentences phrase phrases statement statements inputs"
    " paraphrase* query queries utterance* pair meaning intent comando comandos orden ordenes texto textos"
    " frase frases oración oraciones solicitud solicitudes petición peticiones pareja pedido pedidos"
    " comandi richiesta richieste testi frasi commande commandes texte textes demande demandes requête"
    " requêtes paire befehl befehle satz sätze anfrage anfragen paar opdracht* tekst* zin zinnen verzoek*"
    " команд* текст* фраз* запрос* предложени* пара пары заявк* изречени* polecenie zdania teksty 文本"
    " 句子 请求 語句 语句 组 組 ペア コマンド 文 テキスト リクエスト 依頼 명령* 문장* 텍스트* 요청* komut*"
    " metin* cümle* الأمرين الأمران أمر النصين النصان आदेश* वाक्य*",
    "l": "score label grade",
    "L": "verdict* response* respuesta* resposta* rispost* répons* rating judgment judgement decision"
    " conclusion veredicto etiqueta puntuación calificación veredito rótulo pontuação verdetto etichetta"
    " punteggio giudizio étiquette jugement urteil bewertung wertung oordeel beoordeling вердикт* оценка"
    " метка решение присъда етикет werdykt etykieta ocena 判决 结论 评分 标签 得分 裁决 評価 ラベル スコア"
    " 結論 評決 판정 판정은 평결* 레이블* 라벨* 점수* 결론* karar* etiket* puan* النتيجة निर्णय लेबल",
    "n": "new nuevas novas nuove nouvelles neue nieuwe новые нови nowe yeni 新",
    "c": "as como come comme als как като jako olarak 作为 として",
    "a": "a",
    "b": "b",
    "&": "and y e et und en и 和 与 ve و और",
    "F": "para pour per для dla voor für un una une uno ein eine einen einem um uma een едно word words"
    " palabra palabras mot parola palavra wort слово 这个词 字 词 単語 という लिए का dire i за za they"
    " esto este ceci cela isto isso questo questi dit deze их ги с lo 它们 他们 现在 それ それら 그것*"
    " بأنهما بأن the an just only always please simply now that with it this these those them to for in l"
    " d con que el la los las solo por favor o os apenas sempre com il gli le che avec les seulement"
    " simplement toujours mit nur dass die der das den dieses diese dem bitte immer einfach zu aus dat met"
    " alleen de het altijd gewoon что это эти только всегда просто пожалуйста че това тези само te że"
    " tylko zawsze 这 这些 请 請 只 仅 直接 必须 都 均 皆 成 该 应 应该 应当 个 と で を に の が も だけ"
    " 必ず この これら これ へ 이 그 라고 이라고 으로 로 것으로 반드시 무조건 항상 다 her diye sadece bu"
    " على أن के रूप में कि ये ही",
}
