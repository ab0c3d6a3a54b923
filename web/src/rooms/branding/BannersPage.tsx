import {
  type Banner,
  deleteBanner,
  getEmailbanner,
  setDefaultBanner,
} from '@cutaway/contract/rooms/branding/banners.ts'
import { IconLink, IconPhoto, IconPlus, IconResize, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, CallFailed, send } from '../../core/api.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { useSignedIn } from '../../core/session.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Pagination } from '../../ui/table/Pagination.tsx'
import { SkeletonRows } from '../../ui/feedback/Skeletons.tsx'
import { Tag } from '../../ui/layout/Tag.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { useAction } from './useAction.ts'
import { BannerLinkDialog } from './BannerLinkDialog.tsx'
import classes from './Branding.module.css'
import { BusinessBrand } from './BusinessBrand.tsx'
import { usePaging } from './lists.ts'
import { ResizeDialog } from './ResizeDialog.tsx'
import { UploadDialog } from './UploadDialog.tsx'

type Asked = { kind: 'add' } | { kind: 'link' | 'resize' | 'delete'; banner: Banner; name: string }

/** Manages the banners of this user's mail. */
export default function BannersPage() {
  const t = useTexts()
  const { user } = useSignedIn()
  const queryKey = ['banners', user.user_id]
  const client = useQueryClient()
  const act = useAction(queryKey)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getEmailbanner, { params: { user: user.user_id }, signal }),
  })
  // Numbers the banners by creation, so that a banner keeps its name when another becomes the default.
  const ids = (data ?? []).map(({ id }) => id).toSorted((a, b) => a - b)
  const nameOf = ({ id }: Banner) => t('banner_number', { number: ids.indexOf(id) + 1 })
  const { shown, pager } = usePaging(data ?? [])
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const add = (variant: 'filled' | 'default' = 'filled') => (
    <Button
      variant={variant}
      leftSection={<IconPlus size={16} stroke={1.75} />}
      onClick={() => setAsked({ kind: 'add' })}
    >
      {t('banner_add')}
    </Button>
  )
  return (
    <div className={classes.page}>
      <PageHeader title={t('nav_banners')} subtitle={t('banners_text')} actions={add()} />
      <Card title={t('banner_list')} padded={false}>
        {error && !data ? (
          <ErrorState title={t('banner_not_loaded')} error={error} busy={isFetching} onRetry={() => void refetch()} />
        ) : null}
        {!data && !error ? (
          <div className={classes.banner}>
            <SkeletonRows rows={3} />
          </div>
        ) : null}
        {data?.length === 0 ? (
          <EmptyState icon={IconPhoto} title={t('banner_none')} text={t('banner_none_text')} action={add('default')} />
        ) : null}
        {data && data.length > 0 ? (
          <>
            <ul className={classes.banners}>
              {shown.map((banner) => (
                <BannerItem
                  key={banner.id}
                  banner={banner}
                  name={nameOf(banner)}
                  onDefault={() => act(send(setDefaultBanner, { body: { id: banner.id, user_id: user.user_id } }))}
                  onAsk={(kind) => setAsked({ kind, banner, name: nameOf(banner) })}
                />
              ))}
            </ul>
            <Pagination {...pager} />
          </>
        ) : null}
      </Card>
      <BusinessBrand />
      {asked?.kind === 'add' ? (
        <UploadDialog
          kind="banner"
          title={t('banner_add')}
          onUploaded={() => client.invalidateQueries({ queryKey })}
          onClose={close}
        />
      ) : null}
      {asked?.kind === 'link' ? <BannerLinkDialog banner={asked.banner} onSave={act} onClose={close} /> : null}
      {asked?.kind === 'resize' ? (
        <ResizeDialog
          kind="banner"
          id={asked.banner.id}
          src={asked.banner.banner_image}
          size={asked.banner}
          onResize={act}
          onClose={close}
        />
      ) : null}
      {asked?.kind === 'delete' ? (
        <ConfirmDialog
          title={t('banner_delete_title', { name: asked.name })}
          text={t('logo_delete_text')}
          verb={t('banner_delete')}
          onClose={close}
          onConfirm={async () => {
            const params = { id: asked.banner.id, user: user.user_id }
            if (!(await act(send(deleteBanner, { params })))) throw new CallFailed('not_found', 404)
          }}
        />
      ) : null}
    </div>
  )
}

function BannerItem({
  banner,
  name,
  onDefault,
  onAsk,
}: {
  banner: Banner
  name: string
  onDefault: () => Promise<unknown>
  onAsk: (kind: 'link' | 'resize' | 'delete') => void
}) {
  const t = useTexts()
  const [busy, setBusy] = useState(false)
  const { banner_image, banner_url, is_default, width, height, too_large } = banner
  const named = (action: string) => t('named_action', { action: t(action), name })
  const makeDefault = async () => {
    setBusy(true)
    await onDefault()
    setBusy(false)
  }
  return (
    <li className={classes.banner}>
      <div className={classes.frame}>
        <img src={banner_image} alt={name} width={width} height={height} loading="lazy" />
      </div>
      <div className={classes.bannerWords}>
        <h3 className={classes.bannerName}>{name}</h3>
        <span className={classes.tags}>
          {is_default ? <Tag kind="brand">{t('default_tag')}</Tag> : null}
          {too_large ? <Tag kind="yellow">{t('picture_too_large')}</Tag> : null}
        </span>
        <p className={classes.hint}>{t('picture_size', { width, height })}</p>
        <p className={classes.link}>
          {banner_url ? (
            <>
              {t('banner_link')}{' '}
              <a href={banner_url} target="_blank" rel="noreferrer" dir="ltr">
                {banner_url}
              </a>
            </>
          ) : (
            t('banner_no_link')
          )}
        </p>
        <div className={classes.bannerActions}>
          {is_default ? null : (
            <Button size="xs" loading={busy} aria-label={named('make_default')} onClick={() => void makeDefault()}>
              {t('make_default')}
            </Button>
          )}
          <Button
            size="xs"
            leftSection={<IconLink size={16} stroke={1.75} />}
            aria-label={named('banner_edit_link')}
            onClick={() => onAsk('link')}
          >
            {t('banner_edit_link')}
          </Button>
          <Button
            size="xs"
            leftSection={<IconResize size={16} stroke={1.75} />}
            aria-label={named('resize')}
            onClick={() => onAsk('resize')}
          >
            {t('resize')}
          </Button>
          <Button
            size="xs"
            variant="danger-subtle"
            leftSection={<IconTrash size={16} stroke={1.75} />}
            aria-label={named('banner_delete')}
            onClick={() => onAsk('delete')}
          >
            {t('banner_delete')}
          </Button>
        </div>
      </div>
    </li>
  )
}
