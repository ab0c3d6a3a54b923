import type { CardAction } from '@cutaway/contract/rooms/billing/card-frame.ts'
import { startCardChange } from '@cutaway/contract/rooms/billing/subscription.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { call, CallFailed } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import CardFields, { type CardFieldsHandle } from '../CardFields.tsx'

/** Shows a page of the cardholder's bank, where a stored card is charged and the bank asks for a confirmation. */
function BankDialog({ action, onDone, onClose }: { action: CardAction; onDone: () => void; onClose: () => void }) {
  const t = useTexts()
  const { user } = useSignedIn()
  const card = useRef<CardFieldsHandle>(null)
  const frame = useQuery({
    queryKey: ['card frame', user.user_id],
    queryFn: () => call(startCardChange, { body: { user_id: user.user_id } }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })
  return (
    <Dialog title={t('bank_confirms')} onClose={onClose}>
      <QueryState query={frame} failed={t('card_frame_not_loaded')} waiting={<SkeletonText lines={4} />}>
        {({ page_token }) => (
          <CardFields
            ref={card}
            token={page_token}
            onReady={() => card.current?.act(action)}
            onActionDone={onDone}
            onToken={() => undefined}
          />
        )}
      </QueryState>
    </Dialog>
  )
}

/** Returns `act`, which shows a page of the bank and resolves when it has finished, and the dialog to draw. */
export function useBankStep(): { act: (action: CardAction) => Promise<void>; dialog: ReactNode } {
  const [step, setStep] = useState<{ action: CardAction; done: () => void; stop: () => void } | null>(null)
  const act = useCallback(
    (action: CardAction) =>
      new Promise<void>((resolve, reject) => {
        setStep({
          action,
          done: () => {
            setStep(null)
            resolve()
          },
          stop: () => {
            setStep(null)
            reject(new CallFailed('payment_not_confirmed', 200))
          },
        })
      }),
    [],
  )
  return { act, dialog: step ? <BankDialog action={step.action} onDone={step.done} onClose={step.stop} /> : null }
}
