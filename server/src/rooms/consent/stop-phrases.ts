/**
 * Sentences that may mean "no more messages", in the languages of the product. They decide nothing: a person reads the
 * message and decides. Single words such as STOP act by themselves (keywords.ts).
 */
const phrases: readonly RegExp[] = [
  // English
  /\b(stop|quit|cease)\b.{0,20}\b(text|messag|sms|sending|contact|e-?mail|writing|spam|this|these|it)/,
  /\b(no more|no further|don'?t want|do not want|don'?t need|do not need)\b.{0,20}\b(text|messag|sms|e-?mail|contact)/,
  /\b(don'?t|do not|never) (text|message|contact|write|e-?mail|send)\b/,
  /\b(remove|take|delete) (me|my (number|name|e-?mail))\b/,
  /\b(please stop|unsubscribe|opt(ing)? ?-?out|leave me alone|wrong (number|person))\b/,
  // Spanish
  /\b(no|ya no|dej[ae]n?|par[ae]n?|basta)\b.{0,25}(envi|envie|mand|escrib|mensaj|texto|sms|contact|correo|molest)/,
  /(quit|borr|elimin|saqu)[a-z]*me\b|darme de baja|deme de baja|numero equivocado/,
  // French
  /\b(arrete[zr]?|cesse[zr]?|stop(pez)?|plus|pas|jamais)\b.{0,25}(message|sms|texto|envo|ecri|contact|mail)/,
  /desabonn|desinscri|(retire|enleve|supprime)[rz]?.moi|laissez.moi|mauvais numero/,
  // Hebrew
  /(תפסיק|להפסיק|הפסיק|מספיק|די |לא רוצה|אל ת|לא לשלוח).{0,20}(שלח|לשלוח|הודע|סמס|מייל|קשר)/,
  /אל תשלח|(תסיר|להסיר|הסיר|תוריד|תמחק)[א-ת]* אותי|טעות במספר/,
  // Chinese
  /(不要|别|別|停止|请勿|請勿|不想|勿).{0,6}(发|發|短信|消息|信息|邮件|打扰|联系|收到)/,
  /退订|取消订阅|打错|号码错/,
  // Thai
  /(หยุด|เลิก|อย่า|ไม่ต้อง|ไม่อยาก|ไม่ต้องการ).{0,15}(ส่ง|ข้อความ|ติดต่อ|รับ|sms|อีเมล)/,
  /ยกเลิก.{0,6}รับ|ลบ.{0,6}(เบอร์|ชื่อ)|ผิดเบอร์/,
  /🛑/u,
]

/** "Please do not stop" asks for the opposite. */
const opposite = /\b(do not|don'?t|never|no) stop\b/

/** Returns whether a message may mean that the writer wants no more messages. */
export function mayWantToStop(message: string): boolean {
  const text = message
    .normalize('NFKD')
    // Accents of Latin letters only: in Thai, vowels are marks.
    .replaceAll(/[\u0300-\u036F]/g, '')
    .replaceAll(/[’‘`´]/g, "'")
    .normalize('NFC')
    .toLowerCase()
  return !opposite.test(text) && phrases.some((phrase) => phrase.test(text))
}
