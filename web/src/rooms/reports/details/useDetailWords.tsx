import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'

const moments = new Set(['viewed_date', 'email_sent_date', 'made', 'login_date', 'expires'])
const words: Record<string, string> = { tracktype: 'report_track', kind: 'report_login', state: 'report_state' }

/** Returns a function that says a value of a row behind a number, by the key of its column. */
export function useDetailWords() {
  const t = useTexts()
  const { dateTime } = useFormat()
  return (key: string, value: string | number | null) => {
    if (value === null) return key === 'username' ? t('report_colleague') : '–'
    if (moments.has(key)) return dateTime(String(value))
    if (key === 'opened' || key === 'answered') return value === 1 ? t('report_yes') : t('report_no')
    if (key in words) return t(`${words[key]!}_${value}`)
    if (key === 'link') return <a href={String(value)}>{t('report_column_link')}</a>
    return String(value)
  }
}
