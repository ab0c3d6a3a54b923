import type { Embed } from '@cutaway/contract/rooms/embeds/fields.ts'
import { IconCode } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../core/i18n/i18n.ts'
import { useSignedIn } from '../../core/session.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { TabPanel, Tabs } from '../../ui/form/Tabs.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { DialogTabs } from '../../ui/overlay/DialogTabs.tsx'
import { DataTable, type Sort } from '../../ui/table/DataTable.tsx'
import { Pagination } from '../../ui/table/Pagination.tsx'
import { CodeDialog } from './CodeBox.tsx'
import { DeleteEmbed } from './DeleteEmbed.tsx'
import EmbedDialog from './EmbedDialog.tsx'
import { EmbedTool } from './EmbedTool.tsx'
import { useEmbedColumns } from './embed-columns.tsx'
import classes from './Embeds.module.css'
import { type EmbedOwner, type EmbedSort, fullKey, isFull, useEmbedLimit, useEmbeds } from './embeds.ts'

/** The embeds of the user on the page of a film: a new one within the limit, and those that exist. */
export default function FilmEmbedDialog({ partId, onClose }: { partId: string; onClose: () => void }) {
  const t = useTexts()
  const { user } = useSignedIn()
  const owner: EmbedOwner = { kind: 'user', id: user.user_id }
  const limit = useEmbedLimit(owner)
  const [tab, setTab] = useState('new')
  const full = limit.data !== undefined && isFull(limit.data)
  return (
    <Tabs value={tab} onChange={setTab}>
      <Dialog
        title={t('embed_new')}
        size="lg"
        flush
        tabs={
          <DialogTabs
            label={t('embeds_title')}
            tabs={[
              { value: 'new', label: t('embed_new') },
              {
                value: 'list',
                label: t('embeds_yours'),
                count: limit.data === undefined ? undefined : String(limit.data.count),
              },
            ]}
          />
        }
        onClose={onClose}
      >
        <TabPanel value="new" className={classes.panel}>
          {full ? (
            <div className={classes.fullNote}>
              <EmptyState icon={IconCode} title={t('embeds_title')} text={t(fullKey(owner))} />
            </div>
          ) : (
            <EmbedTool owner={owner} partId={partId} onClose={onClose} />
          )}
        </TabPanel>
        <TabPanel value="list" className={classes.panel}>
          <OwnEmbeds owner={owner} />
        </TabPanel>
      </Dialog>
    </Tabs>
  )
}

type Asked = { kind: 'code' | 'edit' | 'delete'; embed: Embed }

function OwnEmbeds({ owner }: { owner: EmbedOwner }) {
  const t = useTexts()
  const [page, setPage] = useState(1)
  const [size, setSize] = useState(5)
  const [sort, setSort] = useState<Sort>({ by: 'created', descending: true })
  const [asked, setAsked] = useState<Asked | null>(null)
  const { data, error, isFetching, refetch } = useEmbeds(owner, {
    page,
    size,
    sort: sort.by as EmbedSort,
    descending: sort.descending,
    search: '',
  })
  const columns = useEmbedColumns({
    onCode: (embed) => setAsked({ kind: 'code', embed }),
    onEdit: (embed) => setAsked({ kind: 'edit', embed }),
    onDelete: (embed) => setAsked({ kind: 'delete', embed }),
  })
  const close = () => setAsked(null)
  return (
    <div className={classes.own}>
      <DataTable
        caption={t('embeds_yours')}
        columns={columns}
        rows={data?.rows}
        rowId={({ id }) => id}
        sort={sort}
        onSort={(to) => {
          setSort(to)
          setPage(1)
        }}
        loading={!data && isFetching}
        empty={<EmptyState icon={IconCode} title={t('embeds_none')} text={t('embeds_none_text')} />}
        {...(error && !data
          ? {
              error: (
                <ErrorState
                  title={t('embeds_not_loaded')}
                  error={error}
                  onRetry={() => void refetch()}
                  busy={isFetching}
                />
              ),
            }
          : {})}
      />
      {data && data.total > 0 ? (
        <Pagination
          page={page}
          size={size}
          total={data.total}
          onPage={setPage}
          onSize={(to) => {
            setSize(to)
            setPage(1)
          }}
        />
      ) : null}
      {asked?.kind === 'edit' ? <EmbedDialog owner={owner} embed={asked.embed} onClose={close} /> : null}
      {asked?.kind === 'code' ? (
        <CodeDialog name={asked.embed.animation_name} code={asked.embed.code} onClose={close} />
      ) : null}
      {asked?.kind === 'delete' ? <DeleteEmbed owner={owner} embed={asked.embed} onClose={close} /> : null}
    </div>
  )
}
