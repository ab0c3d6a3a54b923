import { Link } from 'react-router'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { paths, toShared } from '../../../paths.ts'
import { SkeletonRows } from '../../../ui/feedback/Skeletons.tsx'
import { Tag } from '../../../ui/layout/Tag.tsx'
import { Panel } from '../../catalogue/home/Panel.tsx'
import { filmsText, outcomeKind, outcomeText, recipientName } from './outcome.ts'
import { Poster } from './Poster.tsx'
import classes from './RecentlyShared.module.css'
import { useRecentSends } from './useSends.ts'

/** Lists the user's latest sends on the home page; each links to its receipt. */
export default function RecentlyShared() {
  const t = useTexts()
  const { brief } = useFormat()
  return (
    <Panel
      title={t('recently_shared')}
      more={<Link to={paths.shared}>{t('see_all')}</Link>}
      query={useRecentSends()}
      notLoaded={t('recently_shared_not_loaded')}
      waiting={<SkeletonRows rows={4} />}
    >
      {(rows) => (
        <ul className={classes.rows}>
          {rows.map((row) => (
            <li key={row.recipient_id} className={classes.row}>
              <Poster film={row.films[0]} />
              <div className={classes.words}>
                <div className={classes.line}>
                  <Link className={classes.to} to={toShared(row.recipient_id)}>
                    <bdi>{recipientName(t, row)}</bdi>
                  </Link>
                  <time className={classes.dim} dateTime={row.sent_at}>
                    {brief(row.sent_at)}
                  </time>
                </div>
                <div className={classes.film}>
                  {filmsText(t, row.films)} · {t(`channel_${row.channel}`)}
                </div>
                <Tag kind={outcomeKind[row.outcome]}>{outcomeText(t, row)}</Tag>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
