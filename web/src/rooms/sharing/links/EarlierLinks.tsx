import { extendLink, getGeneratedLinks, type MadeLink, revokeLink } from '@cutaway/contract/rooms/sharing/links.ts'
import { IconCalendarPlus, IconCopy, IconLinkOff, IconLink } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, send } from '../../../core/api.ts'
import { useFormat, useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { toast } from '../../../core/toast.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Pagination } from '../../../ui/table/Pagination.tsx'
import { SkeletonRows } from '../../../ui/feedback/Skeletons.tsx'
import { Tag } from '../../../ui/layout/Tag.tsx'
import { ActionIcon } from '../../../ui/form/Button.tsx'
import { repairOrder } from '../repair-order.ts'
import classes from './LinkForm.module.css'
import { SocialShare } from './SocialShare.tsx'
import { useCopy } from './useCopy.ts'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'

export const earlierLinks = 'generated-links'
/** As specified for this list. */
const firstSize = 10

/** Lists the user's earlier links, newest first, with copy, extend and end. */
export function EarlierLinks() {
  const t = useTexts()
  const { user } = useSignedIn()
  const { language_id } = useLanguage()
  const [page, setPage] = useState(1)
  const [size, setSize] = useState(firstSize)
  const [ending, setEnding] = useState<MadeLink | null>(null)
  const { copy, stuck, unstick } = useCopy()
  const json = { user_id: user.user_id, page, size, lang_id: language_id }
  const links = useQuery({
    queryKey: [earlierLinks, json],
    queryFn: ({ signal }) => call(getGeneratedLinks, { params: { json }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const { extend, revoke } = useLinkActs()

  return (
    <section className={classes.earlier} aria-labelledby="share-earlier">
      <h3 id="share-earlier">{t('share_earlier')}</h3>
      <QueryState
        query={links}
        failed={t('share_earlier_not_loaded')}
        waiting={<SkeletonRows rows={3} picture={false} />}
        isEmpty={({ total }) => total === 0}
        empty={
          <EmptyState
            icon={IconLink}
            title={t('share_earlier_none_title')}
            text={`${t('no_records_found')} ${t('share_earlier_none')}`}
          />
        }
      >
        {(data) => (
          <>
            <ul className={classes.links}>
              {data.rows.map((link) => (
                <li key={link.link_id} className={classes.link}>
                  <LinkWords link={link} />
                  <span className={classes.linkActs}>
                    {link.state === 'active' ? (
                      <ActionIcon
                        aria-label={`${t('copy_link')}: ${nameOf(link)}`}
                        title={t('copy_link')}
                        onClick={() => void copy(link.tiny_url)}
                      >
                        <IconCopy size={17} stroke={1.75} aria-hidden />
                      </ActionIcon>
                    ) : null}
                    <ActionIcon
                      aria-label={`${t('share_extend')}: ${nameOf(link)}`}
                      title={t('share_extend')}
                      loading={extend.isPending && extend.variables === link.link_id}
                      onClick={() => extend.mutate(link.link_id)}
                    >
                      <IconCalendarPlus size={17} stroke={1.75} aria-hidden />
                    </ActionIcon>
                    {link.state === 'active' ? (
                      <ActionIcon
                        aria-label={`${t('share_end_link')}: ${nameOf(link)}`}
                        title={t('share_end_link')}
                        onClick={() => setEnding(link)}
                      >
                        <IconLinkOff size={17} stroke={1.75} aria-hidden />
                      </ActionIcon>
                    ) : null}
                  </span>
                </li>
              ))}
            </ul>
            <Pagination
              page={page}
              size={size}
              total={data.total}
              onPage={setPage}
              onSize={(next) => {
                setSize(next)
                setPage(1)
              }}
            />
          </>
        )}
      </QueryState>
      {ending ? (
        <ConfirmDialog
          title={t('share_end_title', { name: nameOf(ending) })}
          text={t('share_end_text')}
          verb={t('share_end_link')}
          onConfirm={() => revoke(ending.link_id)}
          onClose={() => setEnding(null)}
        />
      ) : null}
      {stuck === null ? null : <SocialShare link={stuck} onClose={unstick} />}
    </section>
  )
}

const nameOf = ({ films, subject }: MadeLink): string => subject || (films[0]?.part_name ?? '')

const tags = { active: 'green', expired: 'plain', revoked: 'red' } as const

function LinkWords({ link }: { link: MadeLink }) {
  const t = useTexts()
  const { date } = useFormat()
  const { state, views, expires_at, ro_number, tiny_url, films } = link
  const film = films[0]?.part_name ?? ''
  const more = [
    ...(film && film !== nameOf(link) ? [film] : []),
    ...(ro_number ? [repairOrder(t, ro_number)] : []),
    t('share_views', { count: views }),
    ...(state === 'active' ? [t('share_works_until', { date: date(expires_at) })] : []),
  ]
  return (
    <span className={classes.linkWords}>
      <span className={classes.linkName}>
        <bdi>{nameOf(link)}</bdi>
        <Tag kind={tags[state]}>{t(`share_link_${state}`)}</Tag>
      </span>
      <bdi className={classes.address}>{tiny_url.replace(/^https?:\/\//, '')}</bdi>
      <span className={classes.soft}>{more.join(' · ')}</span>
    </span>
  )
}

function useLinkActs() {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: [earlierLinks] })
  const extend = useMutation({
    mutationFn: (link_id: number) => send(extendLink, { body: { link_id } }),
    onSuccess: (answer) => {
      toast(answer)
      return refresh()
    },
    onError: (error) => toast(error),
  })
  const revoke = async (link_id: number) => {
    await call(revokeLink, { body: { link_id } })
    toast('link_revoked')
    await refresh()
  }
  return { extend, revoke }
}
