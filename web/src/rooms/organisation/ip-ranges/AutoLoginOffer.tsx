import {
  autoLoginByRemoteIP,
  confirmAutoLogin,
  getUsersByStoreNumber,
} from '@cutaway/contract/rooms/organisation/auto-login.ts'
import { IconUser } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call, CallFailed, send } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { signedIn } from '../../../core/session.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { TextInput } from '../../../ui/form/Field.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { afterLogin } from '../../sessions/after-login.ts'
import { refusalText } from '../../sites/refusal-text.ts'
import classes from './AutoLoginOffer.module.css'

/** Once per load of the portal: who closes the offer, or logs out, is not asked again. */
let isAsked = false

/** Offers a visitor at an address of a business to log in without a password. Nothing happens without a press. */
export default function AutoLoginOffer() {
  const t = useTexts()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [closed, setClosed] = useState(isAsked)
  const [store, setStore] = useState('')
  const { data: offer } = useQuery({
    queryKey: ['ip-offer'],
    enabled: !closed,
    staleTime: Infinity,
    queryFn: async ({ signal }) => (await send(autoLoginByRemoteIP, { signal })).data,
  })
  const people = useMutation({
    mutationFn: () => call(getUsersByStoreNumber, { params: { json: { store_number: store.trim() } } }),
  })
  const confirm = useMutation({
    mutationFn: (user_id: number) =>
      call(confirmAutoLogin, {
        body: { user_id, ...(offer?.login_type === 2 ? { store_number: store.trim() } : {}) },
      }),
    onSuccess: (session) => {
      signedIn(session)
      void navigate(afterLogin(session, pathname))
    },
  })
  if (!offer || closed) return null
  const asksStore = offer.login_type === 2
  const users = asksStore ? (people.data ?? []) : offer.users
  const failure = confirm.error ?? people.error
  const find = (event: FormEvent) => {
    event.preventDefault()
    if (store.trim() !== '') people.mutate()
  }
  const close = () => {
    isAsked = true
    setClosed(true)
  }
  return (
    <Dialog
      title={t('ip_offer_title')}
      size="sm"
      onClose={close}
      footer={<Button onClick={close}>{t('ip_offer_other')}</Button>}
    >
      <p className={classes.text}>{t('ip_offer_text', { business: offer.business_name })}</p>
      {asksStore ? (
        <form className={classes.store} onSubmit={find}>
          <TextInput
            data-autofocus
            label={t('ip_offer_store')}
            maxLength={40}
            autoComplete="off"
            dir="ltr"
            value={store}
            onChange={({ currentTarget }) => setStore(currentTarget.value)}
            error={people.error instanceof CallFailed ? t('ip_offer_store_unknown') : undefined}
          />
          <Button type="submit" variant={users.length > 0 ? 'default' : 'filled'} loading={people.isPending}>
            {t('ip_offer_find')}
          </Button>
        </form>
      ) : null}
      {users.length > 0 ? (
        <ul className={classes.people}>
          {users.map(({ user_id, name }) => (
            <li key={user_id}>
              <Button
                variant={users.length === 1 ? 'filled' : 'default'}
                disabled={confirm.isPending}
                leftSection={<IconUser size={16} stroke={1.75} aria-hidden />}
                onClick={() => confirm.mutate(user_id)}
              >
                {t('ip_offer_as', { name })}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {failure && failure !== people.error ? <p role="alert">{refusalText(failure, t)}</p> : null}
    </Dialog>
  )
}
