import {
  getTextRegistration,
  saveTextRegistration,
  type Registration,
} from '@cutaway/contract/rooms/telephony/numbers.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { call } from '../../../core/api.ts'
import { isolated } from '../../../core/i18n/format.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { toast } from '../../../core/toast.ts'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { NativeSelect, TextInput, Textarea } from '../../../ui/form/Field.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { Tag } from '../../../ui/layout/Tag.tsx'
import { Drawer } from '../../../ui/overlay/Drawer.tsx'
import { useShownPhone } from '../../sites/form/usePhones.ts'
import { refusalText } from '../../sites/refusal-text.ts'
import { cleanPhone } from './clean-phone.ts'
import classes from '../Telephony.module.css'

const kinds = ['sole_proprietor', 'private', 'public', 'non_profit'] as const
const ofBusiness = ['legal_name', 'tax_number', 'business_type', 'web_address'] as const
const ofPlace = ['street', 'city', 'region', 'postal_code', 'contact_name', 'contact_email', 'contact_phone'] as const
const ofMessages = ['use_case', 'sample_text', 'opt_in_text'] as const
const names = [...ofBusiness, ...ofPlace, ...ofMessages]
/** The server asks for so many letters. */
const fewest = { use_case: 40, sample_text: 20, opt_in_text: 40 } as const
const machines: ReadonlySet<string> = new Set(['tax_number', 'web_address', 'contact_email', 'contact_phone'])

type Name = (typeof names)[number]
type Fields = Record<Exclude<Name, 'business_type'>, string> & { business_type: (typeof kinds)[number] }

/** Most people type an address of the web without its scheme. */
const withScheme = (typed: string) => (typed === '' || /^https?:\/\//i.test(typed) ? typed : `https://${typed}`)

/** Returns the fields as they are sent. */
const trimmed = (typed: Fields): Fields => {
  const clean = Object.fromEntries(names.map((name) => [name, typed[name].trim()])) as unknown as Fields
  return { ...clean, web_address: withScheme(clean.web_address) }
}

/** Returns what is wrong with a field, as the key of a text; undefined if nothing is. */
function wrongOf(name: Name, fields: Fields): string | undefined {
  const value = fields[name]
  if (value === '') return 'value_missing'
  if (name in fewest && value.length < fewest[name as keyof typeof fewest]) return 'registration_short_text'
  if (name === 'tax_number' && !/^[\dA-Za-z -]{4,40}$/.test(value)) return 'registration_tax_wrong'
  if (name === 'web_address' && !/^https?:\/\/\S+\.\S+$/.test(value)) return 'registration_web_wrong'
  if (name === 'contact_email' && !/^\S+@\S+\.\S+$/.test(value)) return 'registration_email_wrong'
  return name === 'contact_phone' && !cleanPhone(value) ? 'numbers_phone_wrong' : undefined
}

/** What US carriers ask of a business before texts may leave from its numbers, and what they decided. */
export function RegistrationDialog({
  entity,
  onClose,
  onSaved,
}: {
  entity: number
  onClose: () => void
  onSaved: () => Promise<unknown>
}) {
  const t = useTexts()
  const [isSaving, setSaving] = useState(false)
  const form = useId()
  const now = useQuery({
    queryKey: ['text registration', entity],
    queryFn: ({ signal }) => call(getTextRegistration, { params: { entity }, signal }),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
  const isDone = now.data === undefined || now.data?.state === 'approved'
  return (
    <Drawer
      title={t('numbers_registration_title')}
      onClose={onClose}
      {...(isDone
        ? {}
        : {
            footer: (
              <>
                <Button onClick={onClose}>{t('cancel')}</Button>
                <Button variant="filled" type="submit" form={form} loading={isSaving}>
                  {t('numbers_registration_submit')}
                </Button>
              </>
            ),
          })}
    >
      <QueryState query={now} failed={t('numbers_not_loaded')} heading="h3" waiting={<SkeletonText lines={8} />}>
        {(registration) => (
          <RegistrationForm
            // What another look finds replaces what was loaded before.
            key={registration?.submitted_at ?? 'none'}
            id={form}
            now={registration}
            entity={entity}
            onSaving={setSaving}
            onSaved={async () => {
              await onSaved()
              onClose()
            }}
          />
        )}
      </QueryState>
    </Drawer>
  )
}

function RegistrationForm({
  id,
  now,
  entity,
  onSaving,
  onSaved,
}: {
  id: string
  now: Registration | null
  entity: number
  onSaving: (isSaving: boolean) => void
  onSaved: () => Promise<void>
}) {
  const t = useTexts()
  const phone = useShownPhone()
  const { user } = useSignedIn()
  const client = useQueryClient()
  const [typed, setTyped] = useState<Fields>(() => {
    const empty = Object.fromEntries(names.map((name) => [name, now?.[name] ?? ''])) as unknown as Fields
    if (now) return { ...empty, contact_phone: phone(now.contact_phone) }
    const { business_name, first_name, last_name, email } = user
    const contact_name = [first_name, last_name].filter(Boolean).join(' ')
    return { ...empty, business_type: 'private', legal_name: business_name, contact_name, contact_email: email }
  })
  const [wrong, setWrong] = useState<Partial<Record<Name, string>>>({})
  const saving = useMutation({
    mutationFn: (body: Fields) => call(saveTextRegistration, { params: { entity }, body }),
    onMutate: () => onSaving(true),
    onSettled: () => onSaving(false),
    onSuccess: (saved) => {
      client.setQueryData(['text registration', entity], saved)
      toast('numbers_registration_sent')
      return onSaved()
    },
  })
  const save = (event: FormEvent) => {
    event.preventDefault()
    const fields = trimmed(typed)
    const found = names.flatMap((name) => {
      const why = wrongOf(name, fields)
      return why ? [[name, why] as const] : []
    })
    setWrong(Object.fromEntries(found))
    const [first] = found
    if (!first) saving.mutate({ ...fields, contact_phone: cleanPhone(fields.contact_phone) ?? '' })
    else if (found.length === 1) document.getElementById(`${id}-${first[0]}`)?.focus()
  }
  const error = refusalText(saving.error, t)
  const field = (name: Name) => {
    const why = wrong[name]
    return {
      id: `${id}-${name}`,
      label: t(`registration_${name}`),
      value: typed[name],
      disabled: now?.state === 'approved',
      error: why && t(why, { count: fewest[name as keyof typeof fewest] ?? 0 }),
      ...(machines.has(name) ? { dir: 'ltr' } : {}),
      onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
        setTyped({ ...typed, [name]: value }),
    }
  }
  return (
    <form id={id} className={classes.stack} noValidate onSubmit={save}>
      {now === null ? <p className={classes.hint}>{t('numbers_registration_line')}</p> : <Decision of={now} />}
      <FormErrorSummary
        {...(error === undefined ? {} : { text: error })}
        errors={names.flatMap((name) =>
          wrong[name] ? [{ id: `${id}-${name}`, label: t(`registration_${name}`) }] : [],
        )}
      />
      <h3>{t('registration_business')}</h3>
      {ofBusiness.map((name) =>
        name === 'business_type' ? (
          <NativeSelect
            key={name}
            {...field(name)}
            data={kinds.map((value) => ({ value, label: t(`registration_${value}`) }))}
          />
        ) : (
          <TextInput key={name} {...field(name)} />
        ),
      )}
      {ofPlace.map((name) => (
        <TextInput key={name} {...field(name)} />
      ))}
      <h3>{t('registration_messages')}</h3>
      {ofMessages.map((name) => (
        <Textarea key={name} rows={3} maxLength={1000} {...field(name)} />
      ))}
    </form>
  )
}

/** What the carriers decided, and what there is to do now. */
function Decision({ of: { state, refusal } }: { of: Registration }) {
  const t = useTexts()
  return (
    <>
      <div className={classes.row}>
        <Tag kind={state === 'approved' ? 'green' : state === 'refused' ? 'red' : 'yellow'}>
          {t(state === 'approved' ? 'numbers_ready' : `carriers_${state}`)}
        </Tag>
      </div>
      {state === 'approved' ? (
        <p className={classes.hint}>{t('registration_is_decided')}</p>
      ) : (
        <p className={classes.bar2} data-tone={state === 'refused' ? 'red' : undefined}>
          {state === 'refused'
            ? t('numbers_registration_refused', { reason: isolated(refusal) })
            : t('numbers_registration_waiting')}
        </p>
      )}
    </>
  )
}
