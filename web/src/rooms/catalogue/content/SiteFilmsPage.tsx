import {
  deleteSiteFilm,
  getSiteFilms,
  moveSiteFilm,
  type SiteFilm,
} from '@cutaway/contract/rooms/catalogue/site-films.ts'
import { IconArrowDown, IconArrowUp, IconMovie, IconPlayerPlay, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { call, send } from '../../../core/api.ts'
import { useChange } from '../../../core/change.ts'
import { useTexts, withTexts } from '../../../core/i18n/i18n.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { SkeletonRows } from '../../../ui/feedback/Skeletons.tsx'
import { ActionIcon, Button } from '../../../ui/form/Button.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Tag } from '../../../ui/layout/Tag.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { RowOpener } from '../../../ui/table/RowOpener.tsx'
import classes from '../../sites/content/Content.module.css'
import { SiteFilter } from '../../sites/content/SiteFilter.tsx'
import { useChosenSite } from '../../sites/content/useChosenSite.ts'

const SiteFilmDialog = lazy(() => import('./SiteFilmDialog.tsx'))
const CustomVideoDialog = lazy(() => withTexts(['catalogue'], import('../home/CustomVideoDialog.tsx')))

const rowId = ({ custom_video_id }: SiteFilm) => custom_video_id

/** Lists the films that a web site shows to all its businesses beside the library, in its order. */
export default function SiteFilmsPage() {
  const t = useTexts()
  const { site, sites, choose } = useChosenSite()
  const { web_site_id } = site
  const query = useQuery({
    queryKey: ['site-films', web_site_id],
    queryFn: ({ signal }) => call(getSiteFilms, { params: { web_site_id }, signal }),
  })
  const [open, setOpen] = useState<SiteFilm | 'new'>()
  const [playing, setPlaying] = useState<SiteFilm>()
  const add = (variant: 'filled' | 'default') => (
    <Button variant={variant} leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setOpen('new')}>
      {t('site_film_add')}
    </Button>
  )
  const columns = useFilmColumns(web_site_id, query.data ?? [], setOpen, setPlaying)
  return (
    <div className={classes.page}>
      <PageHeader title={t('site_films_title')} subtitle={t('site_films_subtitle')} actions={add('filled')} />
      <div className={classes.bar}>
        <SiteFilter site={site} sites={sites} onChoose={choose} />
      </div>
      <QueryState
        query={query}
        heading="h2"
        failed={t('site_films_not_loaded')}
        waiting={<SkeletonRows rows={4} picture={false} />}
      >
        {(films) => (
          <div className={classes.card}>
            <DataTable
              caption={t('site_films_title')}
              columns={columns}
              rows={films}
              rowId={rowId}
              onOpen={setOpen}
              empty={
                <EmptyState
                  heading="h2"
                  icon={IconMovie}
                  title={t('site_films_none')}
                  text={t('site_films_none_text')}
                  action={add('default')}
                />
              }
            />
          </div>
        )}
      </QueryState>
      <Suspense fallback={null}>
        {open ? (
          <SiteFilmDialog
            webSiteId={web_site_id}
            {...(open === 'new' ? {} : { film: open })}
            onClose={() => setOpen(undefined)}
          />
        ) : null}
        {playing ? <CustomVideoDialog video={playing} onClose={() => setPlaying(undefined)} /> : null}
      </Suspense>
    </div>
  )
}

function useFilmColumns(
  web_site_id: number,
  films: readonly SiteFilm[],
  onOpen: (film: SiteFilm) => void,
  onPlay: (film: SiteFilm) => void,
): Column<SiteFilm>[] {
  const t = useTexts()
  const change = useChange('site-films')
  const move = async ({ custom_video_id: item }: SiteFilm, up: boolean) => {
    await change(
      send(moveSiteFilm, { body: { web_site_id, item, up } }).then((a) => ({ ...a, message: 'site_film_moved' })),
    )
  }
  const remove = ({ custom_video_id: item, video_name }: SiteFilm) =>
    change(send(deleteSiteFilm, { body: { web_site_id, item } }), {
      detail: video_name,
      undo: () => send(deleteSiteFilm, { body: { web_site_id, item, restore: true } }),
    })
  const act = (action: string, { video_name }: SiteFilm) => t('action_on_row', { action: t(action), name: video_name })
  return [
    {
      id: 'name',
      label: t('site_film_field_name'),
      cell: (row) => <RowOpener onClick={() => onOpen(row)}>{row.video_name}</RowOpener>,
    },
    {
      id: 'source',
      label: t('site_film_field_source'),
      cell: (row) => (
        <bdi className={classes.address} dir="ltr">
          {row.video_url.replace(/^https?:\/\/(www\.)?/, '')}
        </bdi>
      ),
    },
    {
      id: 'shown',
      label: t('site_film_field_home'),
      cell: (row) =>
        row.on_home ? <Tag kind="green">{t('site_film_on_home')}</Tag> : <Tag>{t('site_film_not_on_home')}</Tag>,
    },
    {
      id: 'acts',
      label: '',
      cell: (row) => (
        <span className={classes.rowActs}>
          <ActionIcon aria-label={act('site_film_play', row)} onClick={() => onPlay(row)}>
            <IconPlayerPlay size={18} stroke={1.75} />
          </ActionIcon>
          <ActionIcon
            aria-label={act('site_film_up', row)}
            disabled={films[0] === row}
            onClick={() => void move(row, true)}
          >
            <IconArrowUp size={18} stroke={1.75} />
          </ActionIcon>
          <ActionIcon
            aria-label={act('site_film_down', row)}
            disabled={films.at(-1) === row}
            onClick={() => void move(row, false)}
          >
            <IconArrowDown size={18} stroke={1.75} />
          </ActionIcon>
          <ActionIcon aria-label={act('site_film_delete', row)} onClick={() => void remove(row)}>
            <IconTrash size={18} stroke={1.75} />
          </ActionIcon>
        </span>
      ),
    },
  ]
}
