import { type ApiKey, deleteApiKey, getApiDetailsList } from '@cutaway/contract/rooms/users/api-keys.ts'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, CallFailed, send } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { DataTable, type Sort } from '../../../ui/table/DataTable.tsx'
import { Pagination } from '../../../ui/table/Pagination.tsx'
import { sortedBy, usePaging } from '../../branding/lists.ts'
import { useAction } from '../../branding/useAction.ts'
import classes from '../account/Account.module.css'
import { useKeyColumns } from './key-columns.tsx'
import { MakeKeyDialog, NewKeyDialog } from './KeyDialogs.tsx'

type Asked = { kind: 'make' } | { kind: 'made'; whole: string } | { kind: 'revoke'; key: ApiKey }

/** Manages the user's API keys: keys by which other programs act for the user. */
export default function ApiKeysPage() {
  const t = useTexts()
  const { user, acting } = useSignedIn()
  const queryKey = ['api-keys', user.user_id]
  const client = useQueryClient()
  const act = useAction(queryKey)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [sort, setSort] = useState<Sort>()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getApiDetailsList, { params: { user: user.user_id }, signal }),
  })
  const { columns, wordOf } = useKeyColumns((key) => setAsked({ kind: 'revoke', key }))
  const rows = sort && data ? sortedBy(data, (key) => wordOf(key, sort.by), sort) : data
  const { shown, pager } = usePaging(rows ?? [])
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
      <Card title={t('api_key_list')} padded={false}>
        <DataTable
          caption={t('api_key_list')}
          columns={columns}
          rows={data ? shown : undefined}
          rowId={(key) => key.id}
          {...(sort ? { sort } : {})}
          onSort={setSort}
          loading={isFetching}
          error={
            error && !data ? (
              <ErrorState
                title={t('api_keys_not_loaded')}
                error={error}
                busy={isFetching}
                onRetry={() => void refetch()}
              />
            ) : null
          }
          empty={
            <EmptyState
              icon={IconKey}
              title={t('api_keys_none')}
              text={t('api_keys_none_text')}
              action={make('default')}
            />
          }
        />
        {pager.total > 0 ? <Pagination {...pager} /> : null}
      </Card>
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
            if (!(await act(send(deleteApiKey, { params: { id: asked.key.id } }))))
              throw new CallFailed('not_found', 404)
          }}
        />
      ) : null}
    </div>
  )
}
