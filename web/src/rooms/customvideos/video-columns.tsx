import type { CustomVideo } from '@cutaway/contract/rooms/customvideos/videos.ts'
import {
  IconCode,
  IconCopy,
  IconDots,
  IconPencil,
  IconPlayerPlay,
  IconSend,
  IconTrash,
  IconVideo,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { duration } from '../../core/i18n/format.ts'
import { languageName, useFormat, useTexts } from '../../core/i18n/i18n.ts'
import { useMay } from '../../core/session.ts'
import { paths } from '../../paths.ts'
import { ActionIcon } from '../../ui/form/Button.tsx'
import { Menu, MenuItem } from '../../ui/overlay/Menu.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import rowClasses from '../../ui/table/RowActions.module.css'
import { RowOpener } from '../../ui/table/RowOpener.tsx'
import { canSend, useVideoName } from './useVideos.ts'
import classes from './Videos.module.css'

export interface VideoActs {
  onPreview: (video: CustomVideo) => void
  onEdit: (video: CustomVideo) => void
  onShare: (video: CustomVideo) => void
  onEmbed: (video: CustomVideo) => void
  onCopy: (video: CustomVideo) => void
  onDelete: (video: CustomVideo) => void
}

/** Returns the columns of videos, and the words by which a column sorts. */
export function useVideoColumns(acts: VideoActs & { mayShare: boolean }) {
  const t = useTexts()
  const { date, number } = useFormat()
  const nameOf = useVideoName()
  const mayEmbed = useMay('allow_embed')
  const mayReport = useMay('view_reports')
  const where = (video: CustomVideo) =>
    video.video_kind === 'file' ? '' : t('video_from', { host: new URL(video.video_url).hostname })
  const columns: Column<CustomVideo>[] = [
    {
      id: 'name',
      label: t('video_column'),
      sortable: true,
      cell: (video) => (
        <span className={classes.video}>
          {video.poster_url ? (
            <img src={video.poster_url} alt="" width={80} height={45} loading="lazy" />
          ) : (
            <span className={classes.noPicture}>
              <IconVideo size={20} stroke={1.75} aria-hidden />
            </span>
          )}
          <span className={classes.words}>
            <RowOpener onClick={() => acts.onPreview(video)}>{nameOf(video)}</RowOpener>
            <span className={classes.hint}>
              {[video.added_by, date(video.created_at), where(video)].filter(Boolean).map((words, n) => (
                <span key={words}>
                  {n > 0 ? ' · ' : ''}
                  <bdi>{words}</bdi>
                </span>
              ))}
            </span>
          </span>
        </span>
      ),
    },
    {
      id: 'languages',
      label: t('video_languages'),
      cell: ({ texts, captions }) => {
        const ids = [...new Set([...texts, ...captions].map(({ language_id }) => language_id))]
        return ids.length === 0 ? '–' : ids.map((id) => languageName(id) ?? '').join(', ')
      },
    },
    {
      id: 'home',
      label: t('video_used_in'),
      cell: ({ on_home, loops, embeds }) => {
        const uses = [
          on_home ? t('video_on_home') : '',
          loops > 0 ? t('video_in_loops', { count: loops }) : '',
          embeds > 0 ? t('video_in_embeds', { count: embeds }) : '',
        ].filter(Boolean)
        return uses.length > 0 ? uses.join(', ') : <span className={classes.hint}>{t('video_nowhere')}</span>
      },
    },
    {
      id: 'length',
      label: t('video_length'),
      number: true,
      sortable: true,
      cell: ({ duration: seconds }) => (seconds === null ? '–' : duration(seconds)),
    },
    {
      id: 'sends',
      label: t('video_sent'),
      number: true,
      sortable: true,
      cell: ({ sends }) =>
        sends > 0 && mayReport ? <Link to={paths.videosSentReport}>{number(sends)}</Link> : number(sends),
    },
    {
      id: 'actions',
      label: '',
      cell: (video) => {
        const name = nameOf(video)
        const { can_change: canChange } = video
        return (
          <span className={classes.actions}>
            {acts.mayShare && canSend(video) ? (
              <ActionIcon aria-label={t('video_share', { name })} onClick={() => acts.onShare(video)}>
                <IconSend size={18} stroke={1.75} />
              </ActionIcon>
            ) : null}
            {canChange ? (
              <ActionIcon aria-label={t('video_edit', { name })} onClick={() => acts.onEdit(video)}>
                <IconPencil size={18} stroke={1.75} />
              </ActionIcon>
            ) : null}
            <Menu
              label={t('video_more', { name })}
              {...(rowClasses.more ? { className: rowClasses.more } : {})}
              trigger={<IconDots size={18} stroke={1.75} aria-hidden />}
            >
              <MenuItem
                onClick={() => acts.onPreview(video)}
                icon={<IconPlayerPlay size={18} stroke={1.75} aria-hidden />}
              >
                {t('video_preview')}
              </MenuItem>
              <MenuItem onClick={() => acts.onCopy(video)} icon={<IconCopy size={18} stroke={1.75} aria-hidden />}>
                {t('video_copy_link')}
              </MenuItem>
              {mayEmbed && canSend(video) ? (
                <MenuItem onClick={() => acts.onEmbed(video)} icon={<IconCode size={18} stroke={1.75} aria-hidden />}>
                  {t('video_embed')}
                </MenuItem>
              ) : null}
              {canChange ? (
                <MenuItem onClick={() => acts.onDelete(video)} icon={<IconTrash size={18} stroke={1.75} aria-hidden />}>
                  {t('video_delete')}
                </MenuItem>
              ) : null}
            </Menu>
          </span>
        )
      },
    },
  ]
  const compare = (by: string) => (x: CustomVideo, y: CustomVideo) => {
    if (by === 'length') return (x.duration ?? 0) - (y.duration ?? 0)
    if (by === 'sends') return x.sends - y.sends
    if (by === 'name') return nameOf(x).localeCompare(nameOf(y))
    return x.created_at.localeCompare(y.created_at)
  }
  return { columns, compare, nameOf }
}
