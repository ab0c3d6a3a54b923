import {
  getTextRegistration,
  saveTextRegistration,
  type Registration,
} from '@cutaway/contract/rooms/telephony/numbers.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { toast } from '../../../core/toast.ts'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { NativeSelect, TextInput, Textarea } from '../../../ui/form/Field.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { Tag } from '../../../ui/layout/Tag.tsx'
import { Drawer } from '../../../ui/overlay/Drawer.tsx'
import { refusalText } from '../../sites/refusal-text.ts'
import { cleanPhone } from './clean-phone.ts'
import classes from '../Telephony.module.css'

const kinds = ['sole_proprietor', 'private', 'public', 'non_profit'] as const
const short = [
  'legal_name',
  'tax_number',
  'web_address',
  'street',
  'city',
  'region',
  'postal_code',
  'contact_name',
  'contact_email',
  'contact_phone',
] as const
const long = ['use_case', 'sample_text', 'opt_in_text'] as const
/** The server asks for so many letters. */
const fewest = { use_case: 40, sample_text: 20, opt_in_text: 40 } as const
type Fields = Record<(typeof short)[number] | (typeof long)[number], string> & {
  business_type: (typeof kinds)[number]
}

const emptyOf = (now: Registration | null): Fields => ({
  ...(Object.fromEntries([...short, ...long].map((name) => [name, now?.[name] ?? ''])) as Omit<
    Fields,
    'business_type'
  >),
  business_type: now?.business_type ?? 'private',
})

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
  const now = useQuery({
    queryKey: ['text registration', entity],
    queryFn: ({ signal }) => call(getTextRegistration, { params: { entity }, signal }),
    gcTime: 0,
    retry: false,
  })
  return (
    <Drawer title={t('numbers_registration_title')} onClose={onClose}>
      <QueryState query={now} failed={t('numbers_not_loaded')} heading="h3" waiting={<SkeletonText lines={8} />}>
        {(registration) => (
          <RegistrationForm
            now={registration}
            entity={entity}
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
  now,
  entity,
  onSaved,
}: {
  now: Registration | null
  entity: number
  onSaved: () => Promise<void>
}) {
  const t = useTexts()
  const [typed, setTyped] = useState(() => emptyOf(now))
  const [wrong, setWrong] = useState<readonly string[]>([])
  const saving = useMutation({
    mutationFn: (body: Fields) => call(saveTextRegistration, { params: { entity }, body }),
    onSuccess: () => {
      toast('numbers_registration_sent')
      return onSaved()
    },
  })
  const save = () => {
    const phone = cleanPhone(typed.contact_phone)
    const bad = [
      ...short.filter((name) => typed[name].trim() === ''),
      ...long.filter((name) => typed[name].trim().length < fewest[name]),
      ...(phone ? [] : ['contact_phone']),
      ...(/^https?:\/\/\S+\.\S+$/.test(typed.web_address.trim()) ? [] : ['web_address']),
      ...(/^\S+@\S+\.\S+$/.test(typed.contact_email.trim()) ? [] : ['contact_email']),
    ]
    setWrong(bad)
    if (bad.length === 0 && phone)
      saving.mutate({
        ...typed,
        web_address: typed.web_address.trim(),
        contact_email: typed.contact_email.trim(),
        contact_phone: phone,
      })
  }
  const error = refusalText(saving.error, t)
  const isDone = now?.state === 'approved'
  const field = (name: keyof Fields) => ({
    label: t(`registration_${name}`),
    value: typed[name],
    disabled: isDone,
    error: wrong.includes(name) || undefined,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setTyped({ ...typed, [name]: value }),
  })
  return (
    <div className={classes.stack}>
      {now ? (
        <div className={classes.row}>
          <Tag kind={now.state === 'approved' ? 'green' : now.state === 'refused' ? 'red' : 'yellow'}>
            {t(now.state === 'approved' ? 'numbers_ready' : `carriers_${now.state}`)}
          </Tag>
          {now.refusal ? <bdi>{now.refusal}</bdi> : null}
        </div>
      ) : (
        <p className={classes.hint}>{t('numbers_registration_line')}</p>
      )}
      {error ? <FormErrorSummary text={error} /> : null}
      {short.slice(0, 2).map((name) => (
        <TextInput key={name} {...field(name)} />
      ))}
      <NativeSelect
        {...field('business_type')}
        data={kinds.map((value) => ({ value, label: t(`registration_${value}`) }))}
      />
      {short.slice(2).map((name) => (
        <TextInput
          key={name}
          {...field(name)}
          {...(name === 'web_address' || name === 'contact_phone' || name === 'contact_email' ? { dir: 'ltr' } : {})}
        />
      ))}
      {long.map((name) => (
        <Textarea key={name} rows={3} maxLength={1000} {...field(name)} />
      ))}
      {isDone ? null : (
        <Button variant="filled" loading={saving.isPending} onClick={save}>
          {t('numbers_registration_submit')}
        </Button>
      )}
    </div>
  )
}
