import type { DetailData } from '@cutaway/contract/rooms/reports/reports.ts'
import { useFormat, useTexts } from '../../core/i18n/i18n.ts'
import classes from './Reports.module.css'

const moments = new Set(['viewed_date', 'email_sent_date', 'made', 'login_date', 'expires'])
const words: Record<string, string> = { tracktype: 'report_track', kind: 'report_login', state: 'report_state' }

/** The rows behind a number. */
export function DetailTable({ caption, data }: { caption: string; data: DetailData }) {
  const t = useTexts()
  const { dateTime } = useFormat()
  const shown = (key: string, value: string | number | null) => {
    if (value === null) return key === 'username' ? t('report_colleague') : '–'
    if (moments.has(key)) return dateTime(String(value))
    if (key === 'opened' || key === 'answered') return value === 1 ? t('report_yes') : t('report_no')
    if (key in words) return t(`${words[key]!}_${value}`)
    if (key === 'link') return <a href={String(value)}>{t('report_column_link')}</a>
    return String(value)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls a table that is wider than the page
    <div className={classes.scroll} role="region" aria-label={caption} tabIndex={0}>
      <table className={classes.details}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {data.columns.map(({ key, label_key }) => (
              <th key={key} scope="col">
                {t(label_key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.rows.map((row, i) => (
            // oxlint-disable-next-line react/no-array-index-key -- the rows of a page have no id of their own, and never change places
            <tr key={i}>
              {data.columns.map(({ key, label_key }) => (
                <td key={key} data-text={key === 'email_content' || undefined} data-label={t(label_key)}>
                  <bdi dir={key === 'remote_address' ? 'ltr' : 'auto'}>{shown(key, row[key] ?? null)}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
