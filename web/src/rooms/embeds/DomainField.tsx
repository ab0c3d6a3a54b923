import {
  checkDomainNameAlreadyExists,
  checkTempDomainNameAlreadyExists,
} from '@cutaway/contract/rooms/embeds/embeds.ts'
import { domainOf } from '@cutaway/contract/rooms/embeds/domains.ts'
import { IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { send } from '../../core/api.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { useSignedIn } from '../../core/session.ts'
import { CopyButton } from '../../ui/form/CopyButton.tsx'
import { TextInput } from '../../ui/form/Field.tsx'
import { useUnique } from '../sites/form/useUnique.ts'
import classes from './Embeds.module.css'

/** What a domain is checked for: the part of the embed, and the embed that has it already. */
export interface CheckedFor {
  partId: string
  embedId: number | undefined
}

/** The TXT record that proves a domain. */
interface Proof {
  name: string
  value: string
}

/** Whether an embed with a domain can be saved. */
export interface DomainCheck {
  /** How the business proves that the domain is not of another one, but its own. */
  proof?: Proof | null | undefined
  /** Message key of the refusal. */
  refused: string | undefined
  isAsking: boolean
}

/** Checks a domain while it is typed. An empty one is not checked. */
export function useDomainCheck(typed: string, isTest: boolean, { partId, embedId }: CheckedFor): DomainCheck {
  const { user, web_site } = useSignedIn()
  const [proof, setProof] = useState<Proof | null>(null)
  const domain = domainOf(typed)
  // Part and domain are asked about together.
  const asked = domain === undefined ? '' : `${partId || 'menu'} ${domain}`
  const { taken, isAsking } = useUnique(asked, async (_, signal) => {
    const params = {
      web_site_id: web_site.web_site_id,
      part_id: partId || 'menu',
      user_id: user.user_id,
      name: domain ?? '',
    }
    const answer = await send(isTest ? checkTempDomainNameAlreadyExists : checkDomainNameAlreadyExists, {
      params,
      signal,
    })
    setProof(answer.data?.proof ?? null)
    // Status 1 means that the domain exists; an embed keeps its own.
    if (answer.status !== 1) return answer.message === 'domain_name_available' ? undefined : answer.message
    return embedId !== undefined && answer.data?.id === embedId ? undefined : answer.message
  })
  if (typed.trim() === '') return { refused: undefined, isAsking: false }
  if (domain === undefined) return { refused: 'domain_name_not_valid', isAsking: false }
  return { refused: taken, isAsking, proof: taken === 'domain_name_of_another_business' ? proof : null }
}

/** A website on which the embed may stand, with the result of the check below it. */
export function DomainField({
  label,
  hint,
  value,
  check,
  showsErrors,
  onChange,
}: {
  label: string
  hint?: ReactNode
  value: string
  check: DomainCheck
  /** Also an unfinished name is an error, as it is once the field was left. */
  showsErrors: boolean
  onChange: (value: string) => void
}) {
  const t = useTexts()
  const [isLeft, setLeft] = useState(false)
  const isFree = value.trim() !== '' && !check.isAsking && check.refused === undefined
  const isShown = check.refused !== undefined && (showsErrors || isLeft || check.refused !== 'domain_name_not_valid')
  return (
    <div>
      <TextInput
        label={label}
        dir="ltr"
        maxLength={300}
        autoComplete="off"
        spellCheck={false}
        placeholder="northgate.example"
        value={value}
        error={isShown ? t(check.refused!) : undefined}
        onBlur={() => setLeft(true)}
        onChange={({ currentTarget }) => {
          setLeft(false)
          onChange(currentTarget.value)
        }}
      />
      <p className={classes.checked} role="status">
        {isFree ? (
          <>
            <IconCircleCheck size={16} stroke={1.75} aria-hidden />
            {t('domain_name_available')}
          </>
        ) : null}
      </p>
      {check.proof ? (
        <div className={classes.proof}>
          <p>{t('embed_domain_prove')}</p>
          <p dir="ltr">
            <code>{check.proof.name}</code> <code>{check.proof.value}</code>
          </p>
          <CopyButton
            size="xs"
            text={check.proof.value}
            notices={{ done: 'embed_proof_copied', failed: 'embed_copy_failed' }}
          >
            {t('embed_proof_copy')}
          </CopyButton>
        </div>
      ) : null}
      {hint ? <p className={classes.hint}>{hint}</p> : null}
    </div>
  )
}
