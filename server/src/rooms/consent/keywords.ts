/**
 * The single words that end and resume text messages: those that American carriers prescribe, and their equivalents in
 * the other languages of the product.
 */

export type Keyword = 'stop' | 'start' | 'help'

const words: Record<Keyword, string[]> = {
  stop: [
    'STOP STOPALL UNSUBSCRIBE CANCEL END QUIT REVOKE OPTOUT',
    'PARAR ALTO BAJA CANCELAR DETENER',
    'ARRET ARRETER DESABONNER DESINSCRIRE',
    'הסר הסרה הפסק עצור',
    '退订 停止 取消 TD',
    'หยุด ยกเลิก เลิก',
  ],
  start: ['START UNSTOP YES', 'INICIAR COMENZAR', 'COMMENCER REPRENDRE', 'התחל הצטרף', '订阅 恢复', 'เริ่ม สมัคร'],
  help: ['HELP INFO', 'AYUDA', 'AIDE', 'עזרה מידע', '帮助', 'ช่วยเหลือ ช่วย'],
}

/** These words also answer questions: they mean START only from a person who had stopped. */
const ambiguous = new Set(['YES'])

/** Returns whether a keyword may also be an ordinary answer. */
export const isAmbiguous = (text: string): boolean => ambiguous.has(plain(text))

/** Returns the letters and digits without accents and marks; punctuation around a word is removed. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()

const meanings = new Map(
  Object.entries(words).flatMap(([keyword, lines]) =>
    lines.flatMap((line) => line.split(' ')).map((word) => [plain(word), keyword as Keyword] as const),
  ),
)

/**
 * Returns the keyword of a message; undefined unless it consists of one of the words alone. 'Stop.' -> 'stop',
 * 'OPT-OUT' -> 'stop'.
 */
export const keywordOf = (text: string): Keyword | undefined =>
  text.length > 60 ? undefined : meanings.get(plain(text))
