import { useFormat, useTexts } from '../../../../core/i18n/i18n.ts'
import { Dialog } from '../../../../ui/overlay/Dialog.tsx'
import { Checkbox } from '../../../../ui/form/Choice.tsx'
import { useEngine } from '../context.ts'
import classes from './Dialogs.module.css'
import { backBy, forwardBy } from './keys.ts'

/** Lists the keys of the player, with a switch for the single-character ones. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const { number } = useFormat()
  const { film, keysOn, toggle } = useEngine()
  const narrated = film.kind === 'narrated'
  const keys: [key: string, act: string, types: boolean][] = [
    [t('film_key_space'), t('film_key_toggle'), false],
    ['→', t('film_forward', { seconds: number(forwardBy) }), false],
    ['←', t('film_back', { seconds: number(backBy) }), false],
    ...(narrated
      ? ([
          ['↑ ↓', t('film_key_volume'), false],
          ['M', t('film_key_mute'), true],
          ['C', t('film_key_captions'), true],
          ['R', t('film_key_again'), true],
          ['N', t('film_key_next'), true],
        ] as [string, string, boolean][])
      : ([[`1 – ${Math.min(9, film.buttons.length)}`, t('film_key_steps'), true]] as [string, string, boolean][])),
    ['L', t('film_key_labels'), true],
    ['F', t('film_full_screen'), true],
    ['?', t('film_key_help'), true],
  ]
  return (
    <Dialog title={t('film_keys')} size="sm" onClose={onClose}>
      <dl className={classes.keys}>
        {keys.map(([key, act, types]) => (
          <div key={act} data-off={(types && !keysOn) || undefined}>
            <dt>
              <kbd dir="ltr">{key}</kbd>
            </dt>
            <dd>{act}</dd>
          </div>
        ))}
      </dl>
      <Checkbox label={t('film_keys_letters')} checked={keysOn} onChange={() => toggle('keys')} />
    </Dialog>
  )
}
