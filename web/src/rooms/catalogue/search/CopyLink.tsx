import { IconLink } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { toast } from '../../../core/toast.ts'
import { toAnimation } from '../../../paths.ts'
import { ActionIcon } from '../../../ui/form/Button.tsx'
import { TextInput } from '../../../ui/form/Field.tsx'

/** Copies the URL of a film. If the browser refuses, shows the URL in a field of class `byHand`. */
export function CopyLink({ partId, name, byHand: className }: { partId: string; name: string; byHand?: string }) {
  const t = useTexts()
  const [byHand, setByHand] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const address = `${location.origin}${toAnimation(partId)}`
  useEffect(() => {
    if (byHand) field.current?.select()
  }, [byHand])

  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      setByHand(false)
      toast('Link copied')
    } catch {
      setByHand(true)
    }
  }
  return (
    <>
      <ActionIcon
        variant="default"
        aria-label={`${t('copy_link')}: ${name}`}
        title={t('copy_link')}
        onClick={() => void copy()}
      >
        <IconLink size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      {byHand ? (
        <TextInput ref={field} className={className} label={t('copy_by_hand')} value={address} readOnly dir="ltr" />
      ) : null}
    </>
  )
}
