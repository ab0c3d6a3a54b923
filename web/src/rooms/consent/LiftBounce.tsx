import { liftBounce } from '@cutaway/contract/rooms/consent.ts'
import { IconMailCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { send } from '../../core/api.ts'
import { isolated } from '../../core/i18n/format.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { useMay } from '../../core/session.ts'
import { toast } from '../../core/toast.ts'
import { Button } from '../../ui/form/Button.tsx'

/** Allows mail again to an address to which mail came back, after the shop has checked it with the customer. */
export function LiftBounce({ address, onLifted }: { address: string; onLifted: () => void }) {
  const t = useTexts()
  const may = useMay('allow_share_email')
  const lifting = useMutation({
    mutationFn: () => send(liftBounce, { body: { address } }),
    onSuccess: (answer) => {
      toast(answer, { detail: isolated(address) })
      onLifted()
    },
    onError: (error) => toast(error),
  })
  if (!may) return null
  return (
    <Button
      leftSection={<IconMailCheck size={16} stroke={1.75} aria-hidden />}
      loading={lifting.isPending}
      onClick={() => lifting.mutate()}
    >
      {t('lift_bounce')}
    </Button>
  )
}
