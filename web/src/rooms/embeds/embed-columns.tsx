import type { Embed, EmbedState } from '@cutaway/contract/rooms/embeds/fields.ts'
import { IconCode, IconTrash } from '@tabler/icons-react'
import { languageName, useFormat, useTexts } from '../../core/i18n/i18n.ts'
import { ActionIcon, Button } from '../../ui/form/Button.tsx'
import type { TagKind } from '../../ui/layout/Tag.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { RowOpener } from '../../ui/table/RowOpener.tsx'
import { stateColumn } from '../../ui/table/state-column.tsx'
import classes from './Embeds.module.css'

const kinds: Record<EmbedState, TagKind> = {
  live: 'green',
  new: 'info',
  not_found: 'yellow',
  blocked: 'yellow',
  test_ended: 'plain',
  no_film: 'red',
}

export interface EmbedActs {
  onCode: (embed: Embed) => void
  onEdit: (embed: Embed) => void
  onDelete: (embed: Embed) => void
}

/** Returns the columns of embeds. */
export function useEmbedColumns({ onCode, onEdit, onDelete }: EmbedActs): Column<Embed>[] {
  const t = useTexts()
  const { date, number } = useFormat()
  const about = (embed: Embed) =>
    [
      t(`embed_type_${embed.embed_type}`),
      embed.embed_type === 'single' ? '' : t('embed_films', { count: embed.films }),
      languageName(embed.language_id) ?? '',
      embed.width === '100%' ? t('embed_size_fits') : `${embed.width} × ${embed.height}`,
    ]
      .filter(Boolean)
      .join(' · ')
  const testSite = ({ domain_temp, temporary_until, state }: Embed) => {
    if (domain_temp === '' || temporary_until === null) return ''
    const isOver = state === 'test_ended' || new Date(temporary_until) < new Date()
    return t(isOver ? 'embed_test_ended' : 'embed_test_until', { date: date(temporary_until) })
  }
  return [
    {
      id: 'name',
      label: t('embed_column'),
      sortable: true,
      cell: (embed) => (
        <span className={classes.embed}>
          {embed.poster_url ? <img src={embed.poster_url} alt="" width={72} height={40} loading="lazy" /> : null}
          <span className={classes.words}>
            <RowOpener onClick={() => onEdit(embed)}>{embed.animation_name}</RowOpener>
            <span className={classes.hint}>{about(embed)}</span>
          </span>
        </span>
      ),
    },
    {
      id: 'domain',
      label: t('embed_websites'),
      sortable: true,
      cell: (embed) => (
        <span className={classes.words}>
          <bdi dir="ltr">{embed.domain_name || embed.domain_temp}</bdi>
          <span className={classes.hint}>
            {embed.domain_name !== '' && embed.domain_temp !== '' ? (
              <>
                <bdi dir="ltr">{embed.domain_temp}</bdi>
                {' · '}
              </>
            ) : null}
            {testSite(embed)}
          </span>
        </span>
      ),
    },
    {
      ...stateColumn<Embed>(t('status'), ({ state }) => ({ kind: kinds[state], word: t(`embed_state_${state}`) })),
    },
    {
      id: 'views',
      label: t('embed_views'),
      sortable: true,
      number: true,
      cell: ({ views, blocked_on }) => (
        <span className={classes.number}>
          {number(views)}
          {blocked_on.length > 0 ? (
            <span className={classes.hint}>
              {t('embed_blocked_on', { hosts: `\u2066${blocked_on.slice(0, 3).join(', ')}\u2069` })}
            </span>
          ) : null}
        </span>
      ),
    },
    {
      id: 'actions',
      label: '',
      cell: (embed) => {
        const named = (action: string) => t('embed_do_of', { action, name: embed.animation_name })
        return (
          <span className={classes.actions}>
            <Button
              size="xs"
              variant="subtle"
              leftSection={<IconCode size={14} stroke={1.75} aria-hidden />}
              aria-label={named(t('embed_code'))}
              onClick={() => onCode(embed)}
            >
              {t('embed_code')}
            </Button>
            <Button size="xs" variant="subtle" aria-label={named(t('embed_do_edit'))} onClick={() => onEdit(embed)}>
              {t('embed_do_edit')}
            </Button>
            <ActionIcon aria-label={named(t('embed_do_delete'))} onClick={() => onDelete(embed)}>
              <IconTrash size={18} stroke={1.75} />
            </ActionIcon>
          </span>
        )
      },
    },
  ]
}
