import type {
  CardAction,
  CardField,
  CardToken,
  FromCardFrame,
  ToCardFrame,
} from '@cutaway/contract/rooms/billing/card-frame.ts'
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState, type Ref } from 'react'
import { useTexts } from '../../core/i18n/i18n.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { SkeletonText } from '../../ui/feedback/Skeletons.tsx'
import classes from './CardFields.module.css'

/** Milliseconds after which a silent frame counts as failed; longer than the frame waits for its own script. */
const patience = 10_000

/** What a dialog does with the card fields. */
export interface CardFieldsHandle {
  /** Asks for a token. The answer comes by `onToken`, or by `onIncomplete` for what is missing or wrong. */
  submit(): void
  /** Shows a page of the cardholder's bank; `onActionDone` follows. */
  act(action: CardAction): void
  /** Empties the security code after a decline: a bank takes it once. */
  clearCode(): void
}

interface CardFieldsProps {
  /** The page token of the payment or registration. */
  token: string
  ref?: Ref<CardFieldsHandle>
  onToken(card: CardToken): void
  onIncomplete?(field: CardField): void
  onReady?(): void
  /** The provider's script did not load; the frame says so to the person. */
  onBlocked?(): void
  onActionDone?(): void
  /** Enter was pressed in a field: do what the dialog's button does. */
  onEnter?(): void
}

/**
 * The fields of a card, in a frame of their own: the provider's script runs there and no digit reaches this page. The
 * frame shows its own labels and errors, and tells its height. A frame whose script does not run can be loaded again.
 */
export default function CardFields({ token, ref, ...handlers }: CardFieldsProps) {
  const t = useTexts()
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState<number>()
  const [isLoaded, setLoaded] = useState(false)
  const [hasSpoken, setSpoken] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const latest = useRef(handlers)
  useLayoutEffect(() => {
    latest.current = handlers
  })

  // Listens before the frame can speak.
  useLayoutEffect(() => {
    const heard = ({ data, origin, source }: MessageEvent<unknown>) => {
      if (origin !== window.location.origin || source !== frame.current?.contentWindow) return
      const message = data as FromCardFrame | null
      if (message?.from !== 'card-frame') return
      const { onToken, onIncomplete, onReady, onBlocked, onActionDone, onEnter } = latest.current
      switch (message.kind) {
        case 'ready':
          setSpoken(true)
          return onReady?.()
        case 'blocked':
          setSpoken(true)
          return onBlocked?.()
        case 'incomplete':
          return onIncomplete?.(message.field)
        case 'token': {
          const { payment_token, name_on_card, brand, last4, expiry } = message
          return onToken({ payment_token, name_on_card, brand, last4, expiry })
        }
        case 'action':
          return onActionDone?.()
        case 'enter':
          return onEnter?.()
        case 'height':
          return setHeight(message.height)
      }
    }
    window.addEventListener('message', heard)
    return () => window.removeEventListener('message', heard)
  }, [])

  useEffect(() => {
    if (!isLoaded || hasSpoken) return
    const timer = setTimeout(() => setFailed(true), patience)
    return () => clearTimeout(timer)
  }, [isLoaded, hasSpoken])
  const retry = () => {
    setLoaded(false)
    setHeight(undefined)
    setFailed(false)
  }

  useImperativeHandle(ref, () => {
    const tell = (message: ToCardFrame) => frame.current?.contentWindow?.postMessage(message, window.location.origin)
    return {
      submit: () => tell({ to: 'card-frame', act: 'submit' }),
      act: (action) => tell({ to: 'card-frame', act: 'action', action }),
      clearCode: () => tell({ to: 'card-frame', act: 'clear-code' }),
    }
  }, [])

  if (hasFailed) return <ErrorState title={t('card_frame_not_loaded')} onRetry={retry} />
  return (
    <>
      {!isLoaded && <SkeletonText lines={4} />}
      {/* Our own page. The bank's pages inside it would inherit a sandbox, and some of them do not work in one. */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
      <iframe
        ref={frame}
        title={t('card_frame_title')}
        className={isLoaded ? classes.frame : `${classes.frame} ${classes.waiting}`}
        src={`/pay/card/${encodeURIComponent(token)}`}
        onLoad={() => setLoaded(true)}
        // The bank's page may ask for a passkey.
        allow="publickey-credentials-get *"
        style={height === undefined ? undefined : { height }}
      />
    </>
  )
}
