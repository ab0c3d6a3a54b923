import type { Embed } from '@cutaway/contract/rooms/embeds/fields.ts'
import { IconCode, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../../core/i18n/i18n.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { ListCard } from '../../ui/table/ListCard.tsx'
import { useListState } from '../../ui/table/useListState.ts'
import { CodeDialog } from './CodeBox.tsx'
import { DeleteEmbed } from './DeleteEmbed.tsx'
import { useEmbedColumns } from './embed-columns.tsx'
import classes from './Embeds.module.css'
import { type EmbedSort, fullKey, isFull, useEmbedLimit, useEmbedOwner, useEmbeds } from './embeds.ts'

const EmbedDialog = lazy(() => import('./EmbedDialog.tsx'))

const defaults = {
  sort: { by: 'created', descending: true },
  sorts: ['created', 'name', 'domain', 'views'] as const,
  filters: {},
  size: 10,
  sizes: [5, 10, 25, 50, 75, 100, 500],
}

type Asked = { kind: 'edit'; embed?: Embed } | { kind: 'code' | 'delete'; embed: Embed }

/** Manages the embeds of the business, or the user's own for a role that reaches only itself. */
export default function EmbedsPage() {
  const t = useTexts()
  const owner = useEmbedOwner()
  const list = useListState(defaults)
  const query = useEmbeds(owner, { ...list.asked, sort: list.asked.sort as EmbedSort })
  const limit = useEmbedLimit(owner)
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const columns = useEmbedColumns({
    onCode: (embed) => setAsked({ kind: 'code', embed }),
    onEdit: (embed) => setAsked({ kind: 'edit', embed }),
    onDelete: (embed) => setAsked({ kind: 'delete', embed }),
  })
  const full = limit.data !== undefined && isFull(limit.data)
  const add = (variant: 'filled' | 'default') => (
    <Button
      variant={variant}
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      disabled={full}
      onClick={() => setAsked({ kind: 'edit' })}
    >
      {t('embed_new')}
    </Button>
  )
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('embeds_title')}
        subtitle={t(owner.kind === 'business' ? 'embeds_text' : 'embeds_own_text')}
        actions={add('filled')}
      />
      {limit.data && limit.data.limit !== null ? (
        <p className={classes.use} data-full={full || undefined} role="status">
          {t('embeds_in_use', { count: limit.data.count, limit: limit.data.limit })}
          {full ? ` · ${t(fullKey(owner))}` : ''}
        </p>
      ) : null}
      <ListCard
        caption={t('embed_list')}
        list={list}
        query={query}
        columns={columns}
        rowId={({ id }) => id}
        searchLabel={t('embed_search')}
        onOpen={(embed) => setAsked({ kind: 'edit', embed })}
        empty={
          <EmptyState
            icon={IconCode}
            title={t('embeds_none')}
            text={full ? t(fullKey(owner)) : t('embeds_none_text')}
            action={full ? null : add('default')}
          />
        }
        failed={t('embeds_not_loaded')}
      />
      {asked?.kind === 'edit' ? (
        <Suspense fallback={null}>
          <EmbedDialog owner={owner} {...(asked.embed ? { embed: asked.embed } : {})} onClose={close} />
        </Suspense>
      ) : null}
      {asked?.kind === 'code' ? (
        <CodeDialog name={asked.embed.animation_name} code={asked.embed.code} onClose={close} />
      ) : null}
      {asked?.kind === 'delete' ? <DeleteEmbed owner={owner} embed={asked.embed} onClose={close} /> : null}
    </div>
  )
}
