import type { NewsItem } from '@cutaway/contract/rooms/catalogue/home.ts'
import { IconExternalLink, IconNews, IconPlayerPlay } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { usePage } from '../../../core/page.ts'
import { useSession } from '../../../core/session.ts'
import { toAnimation } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Prose } from '../../../ui/layout/Prose.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { useScrollToHash } from '../scroll-to-hash.ts'
import page from '../../sites/TextPage.module.css'
import classes from './NewsPage.module.css'
import { useNews } from './useHome.ts'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'

/** Shows the news of the site: /news for signed-in users, /bnews for visitors. */
export default function NewsPage() {
  const t = useTexts()
  const session = useSession()
  const news = useNews()
  usePage(t('nav_news'))
  useScrollToHash(news.data !== undefined)
  return (
    <div className={page.page} data-public={session ? undefined : true}>
      <header className={page.header}>
        <h1>{t('nav_news')}</h1>
      </header>
      <QueryState
        query={news}
        heading="h2"
        failed={t('news_not_loaded')}
        waiting={<SkeletonText lines={8} />}
        empty={<EmptyState icon={IconNews} heading="h2" title={t('news_none')} />}
      >
        {(items) => items.map((item) => <Item key={item.news_id} item={item} signedIn={session !== null} />)}
      </QueryState>
    </div>
  )
}

/** Visitors cannot open films of the library, so their text has no links to them. */
function Item({ item, signedIn }: { item: NewsItem; signedIn: boolean }) {
  const t = useTexts()
  const { date } = useFormat()
  const { news_id, language_code: lang, title, html, link_url: link, film, published_date } = item
  const shown = signedIn ? film : null
  return (
    <article id={`news-${news_id}`} className={classes.item}>
      <div className={classes.words}>
        <time className={classes.date} dateTime={published_date}>
          {date(published_date)}
        </time>
        <h2 lang={lang} dir="auto">
          {title}
        </h2>
        <div lang={lang} dir="auto">
          <Prose html={html} />
        </div>
        {link ? (
          <a className={classes.more} href={link} target="_blank" rel="noopener noreferrer">
            <IconExternalLink className="flip" size={16} stroke={1.75} aria-hidden />
            {t('read_more_at', { host: new URL(link).hostname.replace(/^www\./, '') })}
          </a>
        ) : null}
      </div>
      {shown ? (
        <Link className={classes.film} to={toAnimation(shown.part_id)}>
          <span className={classes.picture}>
            {shown.poster_url ? (
              <img src={shown.poster_url} alt="" width={320} height={180} loading="lazy" decoding="async" />
            ) : null}
          </span>
          <span className={classes.watch}>
            <IconPlayerPlay size={16} stroke={1.75} aria-hidden />
            {t('watch_film', { name: shown.part_name })}
          </span>
        </Link>
      ) : null}
    </article>
  )
}
