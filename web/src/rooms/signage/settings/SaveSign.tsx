import { IconCloudCheck, IconCloudUp, IconCloudX } from '@tabler/icons-react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import type { SaveState } from '../../favourites/delayed-save.ts'
import classes from './Loop.module.css'

const signs = {
  waiting: { Sign: IconCloudUp, text: 'saving' },
  saving: { Sign: IconCloudUp, text: 'saving' },
  saved: { Sign: IconCloudCheck, text: 'saved' },
  failed: { Sign: IconCloudX, text: 'not_saved' },
} as const

/** Shows whether everything has been saved. */
export function SaveSign({ state, onRetry }: { state: SaveState; onRetry: () => void }) {
  const t = useTexts()
  const { Sign, text } = state === 'unchanged' ? { Sign: null, text: null } : signs[state]
  return (
    <>
      <output className={classes.saveState} data-state={state} aria-live="polite">
        {Sign ? <Sign size={18} stroke={1.75} aria-hidden /> : null}
        {text ? t(text) : null}
      </output>
      {state === 'failed' ? (
        <Button size="xs" onClick={onRetry}>
          {t('try_again')}
        </Button>
      ) : null}
    </>
  )
}
