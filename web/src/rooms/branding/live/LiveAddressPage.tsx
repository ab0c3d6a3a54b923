import {
  getVLEAddress,
  getWebSiteDetailsForliveUrl,
  updateVLEAddress,
  withoutQuery,
} from '@cutaway/contract/rooms/branding/live-address.ts'
import { IconExternalLink } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { call, CallFailed, send } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useMay, useSignedIn, useSite } from '../../../core/session.ts'
import { toast } from '../../../core/toast.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { CopyButton } from '../../../ui/form/CopyButton.tsx'
import { TextInput } from '../../../ui/form/Field.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { FieldError } from '../../sites/FieldError.tsx'
import { refusalText } from '../../sites/refusal-text.ts'
import classes from './Live.module.css'

/** Shows the live address of the business, with instructions and a copy button; before it is saved, the form. */
export default function LiveAddressPage() {
  const t = useTexts()
  const { user } = useSignedIn()
  const site = useSite()
  const mayChange = useMay('manage_users')
  const businessId = user.businessentity_id
  const [isEdited, setIsEdited] = useState(false)
  const client = useQueryClient()
  const queryKey = ['live-address', businessId]
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const [{ vle_address_url }, { suggested_url, hosts }] = await Promise.all([
        call(getVLEAddress, { params: { businessentity_id: businessId ?? 0 }, signal }),
        call(getWebSiteDetailsForliveUrl, { signal }),
      ])
      return { address: vle_address_url, suggested: suggested_url, hosts }
    },
    enabled: businessId !== null,
  })
  return (
    <div className={classes.page}>
      <PageHeader title={t('nav_live_address')} subtitle={t('live_address_text', { name: site.name })} />
      {businessId === null ? (
        <Card>
          <EmptyState icon={IconExternalLink} title={t('live_address_no_business')} />
        </Card>
      ) : (
        <QueryState query={query} failed={t('live_address_not_loaded')} waiting={<SkeletonText lines={5} />}>
          {({ address, suggested, hosts }) =>
            (address === '' || isEdited) && mayChange ? (
              <AddressForm
                businessId={businessId}
                initial={address || suggested}
                hosts={hosts}
                onCancel={address === '' ? undefined : () => setIsEdited(false)}
                onSaved={() => {
                  setIsEdited(false)
                  void client.invalidateQueries({ queryKey })
                }}
              />
            ) : address === '' ? (
              <Card>
                <EmptyState
                  icon={IconExternalLink}
                  title={t('live_address_none')}
                  text={t('live_address_ask_manager')}
                />
              </Card>
            ) : (
              <Instructions address={address} onEdit={mayChange ? () => setIsEdited(true) : undefined} />
            )
          }
        </QueryState>
      )}
    </div>
  )
}

function Instructions({ address, onEdit }: { address: string; onEdit: (() => void) | undefined }) {
  const t = useTexts()
  const site = useSite()
  return (
    <Card
      title={t('live_address')}
      actions={
        onEdit ? (
          <Button size="xs" onClick={onEdit}>
            {t('live_address_change')}
          </Button>
        ) : null
      }
    >
      <div className={classes.address}>
        <a href={address} target="_blank" rel="noreferrer" dir="ltr" className={classes.link}>
          {address}
        </a>
        <CopyButton
          variant="filled"
          text={address}
          notices={{ done: 'live_address_copied', failed: 'live_address_copy_failed' }}
        >
          {t('live_address_copy')}
        </CopyButton>
      </div>
      <ol className={classes.steps}>
        <li>{t('live_address_step_copy')}</li>
        <li>{t('live_address_step_paste')}</li>
        <li>{t('live_address_step_try', { name: site.name })}</li>
      </ol>
    </Card>
  )
}

function AddressForm({
  businessId,
  initial,
  hosts,
  onCancel,
  onSaved,
}: {
  businessId: number
  initial: string
  hosts: readonly string[]
  onCancel: (() => void) | undefined
  onSaved: () => void
}) {
  const t = useTexts()
  const [typed, setTyped] = useState(initial)
  const saving = useMutation({
    mutationFn: async () => {
      const answer = await send(updateVLEAddress, {
        body: { vle_address_url: withoutQuery(typed), businessentity_id: businessId },
      })
      if (answer.status !== 1) throw new CallFailed(answer.message, answer.http)
      return answer
    },
    onSuccess: (answer) => {
      toast(answer)
      onSaved()
    },
  })
  const refused = refusalText(saving.error, t)
  return (
    <Card>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault()
          saving.mutate()
        }}
      >
        <TextInput
          id="live-address"
          type="url"
          inputMode="url"
          dir="ltr"
          label={t('live_address')}
          description={refused ? undefined : t('live_address_hint', { host: `\u2068${hosts[0] ?? ''}\u2069` })}
          order={['label', 'input', 'description', 'error']}
          maxLength={1000}
          required
          error={refused ? <FieldError>{refused}</FieldError> : undefined}
          value={typed}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
        {typed.includes('?') ? (
          <p className={classes.hint} role="status">
            {t('live_address_query_removed')}
          </p>
        ) : null}
        <div className={classes.actions}>
          <Button type="submit" variant="filled" loading={saving.isPending}>
            {t('save')}
          </Button>
          {onCancel ? <Button onClick={onCancel}>{t('cancel')}</Button> : null}
        </div>
      </form>
    </Card>
  )
}
