import {
  deleteLtiPlatform,
  getLtiPlatforms,
  unlinkLtiPeople,
  updateLtiPlatform,
  type LtiPlatform,
} from '@cutaway/contract/rooms/integrations/lti.ts'
import { IconPlus, IconSchool } from '@tabler/icons-react'
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
import classes from '../Integrations.module.css'
import { usePlatformColumns } from './platform-columns.tsx'
import { PlatformDialog } from './PlatformDialog.tsx'
import { ToolDialog } from './ToolDialog.tsx'

type Asked = { kind: 'add' } | { kind: 'edit' | 'tool' | 'unlink' | 'delete'; platform: LtiPlatform }

const defaults = {
  sort: { by: 'created_at', descending: true },
  sorts: ['name', 'created_at', 'last_launch_at'],
  filters: {},
}

/** Manages the learning platforms that the user registered for the business. */
export default function LtiPage() {
  const t = useTexts()
  const { user, acting } = useSignedIn()
  const queryKey = ['lti-platforms', user.user_id]
  const client = useQueryClient()
  const change = useChange('lti-platforms')
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const list = useListState(defaults)
  const { columns, wordOf } = usePlatformColumns({
    onEdit: (platform) => setAsked({ kind: 'edit', platform }),
    onTool: (platform) => setAsked({ kind: 'tool', platform }),
    onUnlink: (platform) => setAsked({ kind: 'unlink', platform }),
    onDelete: (platform) => setAsked({ kind: 'delete', platform }),
    onSwitch: ({ id, active }) =>
      void change(send(updateLtiPlatform, { body: { platform_id: id, active: active ? 0 : 1 } }), {
        undo: () => send(updateLtiPlatform, { body: { platform_id: id, active } }),
      }),
  })
  // A user has at most ten platforms, so they all load at once.
  const pageOf = (platforms: readonly LtiPlatform[]) =>
    localPage(platforms, list, {
      textOf: ({ name, issuer }) => `${name} ${issuer}`,
      compare: byWord((row) => wordOf(row, list.sort.by)),
    })
  const query = useQuery({ queryKey, queryFn: ({ signal }) => call(getLtiPlatforms, { signal }), select: pageOf })
  const add = (variant: 'filled' | 'default') => (
    <Button
      variant={variant}
      disabled={Boolean(acting)}
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      onClick={() => setAsked({ kind: 'add' })}
    >
      {t('lti_platform_add')}
    </Button>
  )
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('lti_platforms')}
        subtitle={acting ? t('not_while_acting') : t('lti_platforms_text')}
        actions={add('filled')}
      />
      <ListCard
        caption={t('lti_platforms')}
        list={list}
        query={query}
        columns={columns}
        rowId={({ id }) => id}
        searchLabel={t('lti_search_platforms')}
        isMuted={({ active }) => active === 0}
        onOpen={(platform) => setAsked({ kind: 'tool', platform })}
        empty={
          <EmptyState
            icon={IconSchool}
            title={t('lti_platforms_none')}
            text={t('lti_platforms_none_text')}
            action={add('default')}
          />
        }
        failed={t('lti_platforms_not_loaded')}
      />
      {asked?.kind === 'add' || asked?.kind === 'edit' ? (
        <PlatformDialog
          platform={asked.kind === 'edit' ? asked.platform : undefined}
          onSaved={(platform) => {
            setAsked(asked.kind === 'add' ? { kind: 'tool', platform } : null)
            void client.invalidateQueries({ queryKey })
          }}
          onClose={close}
        />
      ) : null}
      {asked?.kind === 'tool' ? <ToolDialog platform={asked.platform} onClose={close} /> : null}
      {asked?.kind === 'unlink' ? (
        <ConfirmDialog
          title={t('lti_unlink')}
          text={t('lti_unlink_text', { name: asked.platform.name })}
          verb={t('lti_unlink')}
          onClose={close}
          onConfirm={async () => {
            const isDone = await change(send(unlinkLtiPeople, { body: { platform_id: asked.platform.id } }))
            if (!isDone) throw new CallFailed('not_found', 404)
          }}
        />
      ) : null}
      {asked?.kind === 'delete' ? (
        <ConfirmDialog
          title={t('lti_delete_title', { name: asked.platform.name })}
          text={t('lti_delete_text')}
          verb={t('webhook_delete')}
          onClose={close}
          onConfirm={async () => {
            const isDone = await change(send(deleteLtiPlatform, { params: { platform_id: asked.platform.id } }))
            if (!isDone) throw new CallFailed('not_found', 404)
          }}
        />
      ) : null}
    </div>
  )
}
