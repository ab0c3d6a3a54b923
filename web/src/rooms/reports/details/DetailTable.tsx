import type { DetailData } from '@cutaway/contract/rooms/reports/reports.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useDetailWords } from './useDetailWords.tsx'
import classes from '../Reports.module.css'

/** The rows behind a number. */
export function DetailTable({ caption, data }: { caption: string; data: DetailData }) {
  const t = useTexts()
  const shown = useDetailWords()
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
