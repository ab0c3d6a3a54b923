import { type ApiKey, deleteApiKey, getApiDetailsList } from '@cutaway/contract/rooms/users/api-keys.ts'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, CallFailed, send } from '../../../core/api.ts'
import { useChange } from '../../../core/change.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { ListCard } from '../../../ui/table/ListCard.tsx'
import { byWord, localPage } from '../../../ui/table/local-page.ts'
import { useListState } from '../../../ui/table/useListState.ts'
import classes from '../account/Account.module.css'
import { useKeyColumns } from './key-columns.tsx'
import { MakeKeyDialog, NewKeyDialog } from './KeyDialogs.tsx'

type Asked = { kind: 'make' } | { kind: 'made'; whole: string } | { kind: 'revoke'; key: ApiKey }

const defaults = {
  sort: { by: 'created_on', descending: true },
  sorts: ['description', 'key_state', 'created_on', 'expires_on', 'last_used_on'],
  filters: {},
}

/** Manages the user's API keys: keys by which other programs act for the user. */
export default function ApiKeysPage() {
  const t = useTexts()
  const { user, acting } = useSignedIn()
  const queryKey = ['api-keys', user.user_id]
  const client = useQueryClient()
  const change = useChange('api-keys')
  const [asked, setAsked] = useState<Asked | null>(null)
  const list = useListState(defaults)
  const { columns, wordOf } = useKeyColumns((key) => setAsked({ kind: 'revoke', key }))
  // A user has at most a few keys, so they all load at once.
  const pageOf = (keys: readonly ApiKey[]) =>
    localPage(keys, list, {
      textOf: ({ description, api_key }) => `${description} ${api_key}`,
      compare: byWord((row) => wordOf(row, list.sort.by)),
    })
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getApiDetailsList, { params: { user: user.user_id }, signal }),
    select: pageOf,
  })
  const make = (variant: 'filled' | 'default') => (
    <Button
      variant={variant}
      disabled={Boolean(acting)}
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      onClick={() => setAsked({ kind: 'make' })}
    >
      {t('api_key_make')}
    </Button>
  )
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('nav_api_keys')}
        subtitle={acting ? t('not_while_acting') : t('api_keys_text')}
        actions={make('filled')}
      />
      <ListCard
        caption={t('api_key_list')}
        list={list}
        query={query}
        columns={columns}
        rowId={(key) => key.id}
        searchLabel={t('api_key_search')}
        isMuted={({ state }) => state !== 'active'}
        empty={
          <EmptyState
            icon={IconKey}
            title={t('api_keys_none')}
            text={t('api_keys_none_text')}
            action={make('default')}
          />
        }
        failed={t('api_keys_not_loaded')}
      />
      {asked?.kind === 'make' ? (
        <MakeKeyDialog
          onMade={(whole) => {
            setAsked({ kind: 'made', whole })
            void client.invalidateQueries({ queryKey })
          }}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {asked?.kind === 'made' ? <NewKeyDialog whole={asked.whole} onClose={() => setAsked(null)} /> : null}
      {asked?.kind === 'revoke' ? (
        <ConfirmDialog
          title={t('api_key_revoke_title', { name: asked.key.description })}
          text={t('api_key_revoke_text', { key: asked.key.api_key })}
          verb={t('api_key_revoke')}
          onClose={() => setAsked(null)}
          onConfirm={async () => {
            const done = await change(send(deleteApiKey, { params: { id: asked.key.id } }))
            if (!done) throw new CallFailed('not_found', 404)
          }}
        />
      ) : null}
    </div>
  )
}
