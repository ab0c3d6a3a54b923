import { lazy, Suspense, useEffect } from 'react'
import { withTexts } from '../../core/i18n/i18n.ts'
import { collectTyping } from './customers/type-ahead.ts'
import type { Channel, ShareFilm } from './share.ts'

const ShareDialog = lazy(() => withTexts(['sharing', 'branding', 'landing'], import('./dialog/ShareDialog.tsx')))

/** Loads the share dialog when it is opened; what is typed meanwhile goes to its first field. */
export function LazyShareDialog(props: { film: ShareFilm | null; only?: Channel; onClose: () => void }) {
  useEffect(() => collectTyping(), [])
  return (
    <Suspense fallback={null}>
      <ShareDialog {...props} />
    </Suspense>
  )
}
