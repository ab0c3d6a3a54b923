import { gaugeOf } from '@cutaway/contract/rooms/sharing/gauge.ts'
import type { ShareDetails } from '@cutaway/contract/rooms/sharing/send.ts'
import { IconCheck } from '@tabler/icons-react'
import { isolated, makeFormat } from '../../../core/i18n/format.ts'
import { languages } from '../../../core/i18n/i18n.ts'
import { useSite } from '../../../core/session.ts'
import { Tag } from '../../../ui/layout/Tag.tsx'
import type { Draft } from '../dialog/draft.ts'
import page from '../dialog/Preview.module.css'
import { useCustomerTexts, useNamed } from '../dialog/useShare.ts'
import { answerableRows, filmRows } from './findings.ts'
import classes from './PreviewDecision.module.css'

/** Previews what the customer decides: a row for each film as the page shows it, the total, and the answers. */
export function PreviewDecision({
  draft: { films: chosen, decision, languageId },
  scales,
}: {
  draft: Pick<Draft, 'films' | 'decision' | 'languageId'>
  /** The limits of measured values by part. */
  scales: ShareDetails['scales']
}) {
  const say = useCustomerTexts(languageId)
  const { currency, time_zone } = useSite()
  const films = useNamed(chosen, languageId)
  const tag = languages.find(({ language_id }) => language_id === languageId)?.language_code ?? 'en-US'
  const { money } = makeFormat(tag, time_zone, currency)
  const { films: rows } = filmRows(films, decision, currency)
  const open = answerableRows(rows)
  const isMany = open.length > 1
  const total = open.reduce((sum, { price }) => sum + (price ?? 0), 0)
  const allPriced = open.every(({ price }) => typeof price === 'number')
  const label = !isMany
    ? say('decision_price')
    : allPriced
      ? say('decision_total', { count: open.length })
      : say('decision_known_prices')
  const isBare = rows.length === 1 && Object.keys(rows[0]!).length === 1
  if (decision.asks === 'information')
    return (
      <>
        {rows.map(({ part_id, note }) =>
          note ? (
            <p key={part_id} className={page.words} dir="auto">
              {note}
            </p>
          ) : null,
        )}
        <span className={page.secondButton}>{say('decision_ask_shop')}</span>
      </>
    )
  return (
    <>
      {isBare ? null : (
        <ul className={classes.rows} aria-label={say('decision_title')}>
          {rows.map((row) => {
            const film = films.find(({ part_id }) => part_id === row.part_id)
            const scale = scales[row.part_id]
            const gauge = scale && row.measured ? gaugeOf(scale, row.measured) : null
            return (
              <li key={row.part_id} className={classes.row}>
                <div className={classes.head}>
                  {rows.length > 1 && film?.poster_url ? <img src={film.poster_url} alt="" /> : null}
                  <span className={classes.name}>
                    <bdi>{row.finding ?? film?.part_name ?? row.part_id}</bdi>
                    {row.rating ? <Tag kind={row.rating}>{say(`decision_rating_${row.rating}`)}</Tag> : null}
                  </span>
                  {typeof row.price === 'number' ? (
                    <strong className="num">{money(row.price)}</strong>
                  ) : total > 0 && open.includes(row) ? (
                    <span className={page.dim}>{say('decision_no_price')}</span>
                  ) : null}
                </div>
                {row.measured && !gauge ? (
                  <p className={page.dim}>
                    {say('decision_measured')} <bdi>{row.measured}</bdi>
                  </p>
                ) : null}
                {gauge && row.measured ? (
                  // The ends of a scale are in the same place in every language.
                  <div dir="ltr">
                    <p className={classes.ends}>
                      <strong dir="auto">{say('decision_left', { value: isolated(row.measured) })}</strong>
                      <span dir="auto">{say('decision_new', { value: isolated(gauge.newValue) })}</span>
                    </p>
                    <span className={classes.scale} aria-hidden>
                      <i data-zone="red" style={{ flex: gauge.red }} />
                      <i data-zone="yellow" style={{ flex: gauge.yellow }} />
                      <i data-zone="green" style={{ flex: gauge.green }} />
                      <b style={{ left: `${gauge.at}%` }} />
                    </span>
                  </div>
                ) : null}
                {row.note ? (
                  <p className={page.words} dir="auto">
                    {row.note}
                  </p>
                ) : null}
                {isMany && row.rating !== 'green' ? (
                  <div className={classes.choices}>
                    <span>
                      <IconCheck size={14} stroke={2} aria-hidden />
                      {say('decision_do_approve')}
                    </span>
                    <span>{say('decision_not_now')}</span>
                    <span>{say('decision_do_ask')}</span>
                  </div>
                ) : null}
              </li>
            )
          })}
        </ul>
      )}
      {total > 0 ? (
        <p className={classes.total}>
          <span>{label}</span>
          <strong className="num">{money(total)}</strong>
        </p>
      ) : null}
      {open.length === 0 ? null : (
        <span className={page.button}>{say(isMany ? 'decision_all_approve' : 'link_page_approve')}</span>
      )}
      {open.length === 1 ? (
        <span className={classes.pair}>
          <span className={page.secondButton}>{say('decision_not_now')}</span>
          <span className={page.secondButton}>{say('decision_do_ask')}</span>
        </span>
      ) : null}
    </>
  )
}
