import { IconNews } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { SkeletonRows } from '../../../ui/feedback/Skeletons.tsx'
import { Panel } from './Panel.tsx'
import classes from './Panel.module.css'
import { useNews } from './useHome.ts'

const most = 4

/** Shows the first news of the site; each links to its section of the news page. */
export function NewsPanel() {
  const t = useTexts()
  const { date } = useFormat()
  const news = useNews()
  return (
    <Panel
      title={t('nav_news')}
      more={<Link to={paths.news}>{t('all_news')}</Link>}
      query={news}
      notLoaded={t('news_not_loaded')}
      waiting={<SkeletonRows rows={3} />}
    >
      {(items) => (
        <ul className={classes.rows}>
          {items.slice(0, most).map(({ news_id, language_code, title, summary, film, published_date }) => (
            <li key={news_id} className={classes.row}>
              <span className={classes.picture}>
                {film?.poster_url ? (
                  <img src={film.poster_url} alt="" width={72} height={40} loading="lazy" decoding="async" />
                ) : (
                  <IconNews size={20} stroke={1.75} aria-hidden />
                )}
              </span>
              <div className={classes.words}>
                <Link className={classes.title} to={`${paths.news}#news-${news_id}`} lang={language_code} dir="auto">
                  {title}
                </Link>
                <span className={classes.text} lang={language_code} dir="auto">
                  {summary}
                </span>
                <time className={classes.date} dateTime={published_date}>
                  {date(published_date)}
                </time>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
