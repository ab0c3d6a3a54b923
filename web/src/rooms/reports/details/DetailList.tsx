import type { DetailData } from '@cutaway/contract/rooms/reports/reports.ts'
import { Fragment, useMemo } from 'react'
import { useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { useSite } from '../../../core/session.ts'
import classes from './DetailList.module.css'
import { useDetailWords } from './useDetailWords.tsx'

/** When the event of a row happened. The first of them that a report has. */
const moments = ['viewed_date', 'email_sent_date', 'made', 'login_date']
/** What a row is about. The first of them that a report has. */
const subjects = ['animation_name', 'username']
/** Said by the name of their column when they are so, and not at all otherwise. */
const facts = new Set(['opened', 'answered'])
/** Numbers and dates that mean nothing without the name of their column. */
const named = new Set(['expires', 'ro_number', 'watched_percent'])

/** The rows behind a number by day, for a narrow place: what, by whom and how, at what time. */
export function DetailList({ data }: { data: DetailData }) {
  const t = useTexts()
  const words = useDetailWords()
  const { language_code: tag } = useLanguage()
  const { time_zone: timeZone } = useSite()
  const format = useMemo(
    () => ({
      day: new Intl.DateTimeFormat(tag, { weekday: 'long', month: 'short', day: 'numeric', year: 'numeric', timeZone }),
      time: new Intl.DateTimeFormat(tag, { timeStyle: 'short', timeZone }),
    }),
    [tag, timeZone],
  )
  const has = (key: string) => data.columns.some((column) => column.key === key)
  const moment = moments.find(has)
  const subject = subjects.find(has)
  const aside = new Set([moment, subject, 'remote_address', 'email_content'])
  const more = data.columns.filter(({ key }) => !aside.has(key))
  const dayOf = (row: DetailData['rows'][number]) => (moment ? format.day.format(new Date(String(row[moment]))) : '')
  return [...Map.groupBy(data.rows, dayOf)].map(([day, rows]) => (
    <section key={day} className={classes.day}>
      {day === '' ? null : <h3>{day}</h3>}
      <ul>
        {rows.map((row, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- the rows of a page have no id of their own, and never change places
          <li key={i}>
            <p className={classes.subject}>
              <bdi>{subject ? words(subject, row[subject] ?? null) : null}</bdi>
            </p>
            {moment ? (
              <time className={classes.end} dateTime={String(row[moment])}>
                {format.time.format(new Date(String(row[moment])))}
              </time>
            ) : null}
            <p className={classes.more}>
              {more
                .filter(({ key }) => (facts.has(key) ? row[key] === 1 : (row[key] ?? '') !== '' || key === 'username'))
                .map(({ key, label_key }, at) => (
                  <Fragment key={key}>
                    {at > 0 ? ' · ' : null}
                    {facts.has(key) ? (
                      t(label_key)
                    ) : (
                      <>
                        {named.has(key) ? `${t(label_key)} ` : null}
                        <bdi>{words(key, row[key] ?? null)}</bdi>
                      </>
                    )}
                  </Fragment>
                ))}
            </p>
            {has('remote_address') ? (
              <bdi className={classes.address} dir="ltr">
                {words('remote_address', row['remote_address'] ?? null)}
              </bdi>
            ) : null}
            {row['email_content'] ? (
              <p className={classes.text} dir="auto">
                {row['email_content']}
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  ))
}
