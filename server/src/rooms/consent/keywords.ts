/**
 * The single words by which people end and resume text messages: those that American carriers prescribe, and what carriers
 * and people use for them in the other languages of the product.
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

/** Letters and figures without accents and marks; what people put around a word does not count. */
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

/** What a message asks for; undefined when it is not one of the words alone. 'Stop.' -> 'stop', 'OPT-OUT' -> 'stop'. */
export const keywordOf = (text: string): Keyword | undefined =>
  text.length > 60 ? undefined : meanings.get(plain(text))
