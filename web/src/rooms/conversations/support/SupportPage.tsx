import { findForSupport, mostHits, type SupportHit } from '@cutaway/contract/rooms/conversations/support.ts'
import {
  type Icon,
  IconBuildingStore,
  IconExternalLink,
  IconLink,
  IconMail,
  IconSearch,
  IconUser,
  IconWorld,
} from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Fragment, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { call } from '../../../core/api.ts'
import { useFormat, useTag, useTexts } from '../../../core/i18n/i18n.ts'
import type { Translate } from '../../../core/i18n/texts.ts'
import { useSite } from '../../../core/session.ts'
import { paths, toOperatorSite } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Tag } from '../../../ui/layout/Tag.tsx'
import { ListSearch } from '../../../ui/table/ListSearch.tsx'
import { originOf } from '../../sites/operator/origin.ts'
import { LetterDrawer } from './LetterDrawer.tsx'
import classes from './Support.module.css'

const groups: readonly { kind: SupportHit['kind']; icon: Icon }[] = [
  { kind: 'person', icon: IconUser },
  { kind: 'business', icon: IconBuildingStore },
  { kind: 'letter', icon: IconMail },
  { kind: 'link', icon: IconLink },
  { kind: 'site', icon: IconWorld },
]
const shortest = 2

/** Finds a person, a business, a link or a letter by its words, over all web sites of the operator. */
export default function SupportPage() {
  const t = useTexts()
  const [params, setParams] = useSearchParams()
  const search = params.get('q') ?? ''
  const letter = params.get('letter')
  const [letterSite, letterId] = letter?.split(' ') ?? []
  const set = (name: 'q' | 'letter', value: string, how: 'push' | 'replace' = 'replace') =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: how === 'replace', preventScrollReset: true },
    )
  const results = useRef<HTMLDivElement>(null)
  const isAsked = search.length >= shortest
  const query = useQuery({
    queryKey: ['support', search],
    queryFn: ({ signal }) => call(findForSupport, { params: { json: { search } }, signal }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  return (
    <div className={classes.page}>
      <PageHeader title={t('operator_support')} subtitle={t('operator_support_text')} />
      <ListSearch label={t('support_search')} value={search} onChange={(words) => set('q', words)} table={results} />
      <div ref={results} className={classes.results}>
        {isAsked ? (
          <QueryState query={query} failed={t('support_not_loaded')} waiting={<SkeletonText lines={8} />}>
            {({ hits }) =>
              hits.length === 0 ? (
                <EmptyState heading="h2" icon={IconSearch} title={t('support_none')} text={t('support_none_text')} />
              ) : (
                groups.map(({ kind, icon }) => (
                  <Group
                    key={kind}
                    kind={kind}
                    icon={icon}
                    hits={hits.filter((hit) => hit.kind === kind)}
                    onLetter={({ web_site_id, letter_id, id }) =>
                      set('letter', `${web_site_id} ${letter_id ?? id}`, 'push')
                    }
                  />
                ))
              )
            }
          </QueryState>
        ) : (
          <EmptyState heading="h2" icon={IconSearch} title={t('support_begin')} text={t('support_begin_text')} />
        )}
      </div>
      {letterSite && letterId ? (
        <LetterDrawer webSiteId={Number(letterSite)} deliveryId={letterId} onClose={() => set('letter', '')} />
      ) : null}
    </div>
  )
}

function Group({
  kind,
  icon: KindIcon,
  hits,
  onLetter,
}: {
  kind: SupportHit['kind']
  icon: Icon
  hits: readonly SupportHit[]
  onLetter: (hit: SupportHit) => void
}) {
  const t = useTexts()
  const { web_site_id: own } = useSite()
  if (hits.length === 0) return null
  return (
    <section className={classes.group} aria-labelledby={`support-${kind}`}>
      <h2 id={`support-${kind}`}>{t(`support_kind_${kind}`)}</h2>
      <ul>
        {hits.map((hit) => (
          <li key={`${hit.web_site_id} ${hit.id}`}>
            <KindIcon size={20} stroke={1.75} aria-hidden />
            <Words hit={hit} onLetter={onLetter} />
            <When hit={hit} />
          </li>
        ))}
      </ul>
      {kind === 'person' && hits.some((hit) => hit.web_site_id !== own) ? (
        <p className={classes.more}>{t('support_act_there')}</p>
      ) : null}
      {hits.length < mostHits ? null : <p className={classes.more}>{t('support_more', { number: mostHits })}</p>}
    </section>
  )
}

/** Returns the type of a business; nothing for one that has no words, which only old records have. */
function typeInWords(t: Translate, type: string | null): string {
  const key = `business_type_${type ?? ''}`
  const words = t(key)
  return words === key ? '' : words
}

/** Returns the page of a hit. People of other web sites are managed at their own host, where the operator logs in. */
function pageOf({ kind, web_site_id, site_host, title, username }: SupportHit, own: number): string | undefined {
  if (kind === 'site') return toOperatorSite(web_site_id)
  if (kind === 'business') return `${paths.operatorBusinesses}?site=${web_site_id}&search=${encodeURIComponent(title)}`
  if (username === null) return undefined
  const page = `${paths.manageUsers}?search=${encodeURIComponent(username)}`
  if (web_site_id === own) return page
  return site_host === '' ? undefined : `${originOf(site_host)}${page}`
}

function Words({ hit, onLetter }: { hit: SupportHit; onLetter: (hit: SupportHit) => void }) {
  const t = useTexts()
  const tag = useTag()
  const title = <bdi dir="auto">{hit.title === '' ? t('support_no_words') : hit.title}</bdi>
  const { web_site_id } = useSite()
  const to = pageOf(hit, web_site_id)
  const hints = [
    hit.role === null ? '' : tag(`role_${hit.role}`),
    hit.username ?? '',
    typeInWords(t, hit.business_type),
    ...hit.hints,
    hit.kind === 'site' ? '' : hit.site_name,
  ]
  return (
    <span className={classes.words}>
      {hit.kind === 'letter' || hit.letter_id !== null ? (
        <button type="button" className={classes.opener} onClick={() => onLetter(hit)}>
          {title}
        </button>
      ) : to?.startsWith('/') ? (
        <Link className={classes.opener} to={to}>
          {title}
        </Link>
      ) : to !== undefined ? (
        <a className={classes.opener} href={to} target="_blank" rel="noreferrer">
          {title} <IconExternalLink className={`${classes.elsewhere} flip`} size={14} stroke={1.75} aria-hidden />
        </a>
      ) : (
        <strong>{title}</strong>
      )}
      <span className={classes.hint}>
        {[...new Set(hints.filter(Boolean))].map((hint, i, { length }) => (
          <Fragment key={hint}>
            {i > 0 ? ' ' : null}
            <span>
              <bdi>{hint}</bdi>
              {i < length - 1 ? '\u00a0·' : null}
            </span>
          </Fragment>
        ))}
      </span>
    </span>
  )
}

const ended: Record<Exclude<SupportHit['kind'], 'site'>, string> = {
  person: 'support_not_active',
  business: 'support_not_active',
  link: 'support_link_ended',
  letter: 'support_failed',
}

function When({ hit }: { hit: SupportHit }) {
  const t = useTexts()
  const { seen } = useFormat()
  const words = hit.at === null ? '' : seen(hit.at)
  return (
    <span className={classes.when}>
      {hit.is_ended && hit.kind !== 'site' ? (
        <Tag kind={hit.kind === 'letter' ? 'red' : 'plain'}>{t(ended[hit.kind])}</Tag>
      ) : null}
      {words === '' ? null : <span>{hit.kind === 'person' ? t('support_last_login', { at: words }) : words}</span>}
    </span>
  )
}
