import './ui/tokens.css'
import './ui/mantine.css'
import './ui/base.css'
import { DirectionProvider, MantineProvider, useDirection } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { reportError, watchErrors } from './core/errors.ts'
import { startI18n, useLanguage } from './core/i18n/i18n.ts'
import { queries } from './core/query.ts'
import { cssVariablesResolver, theme } from './core/theme.ts'
import { router } from './routes.tsx'
import { LiveRegion } from './ui/feedback/LiveRegion.tsx'
import { Toasts } from './ui/feedback/Toasts.tsx'

function DirectionOfLanguage() {
  const { direction } = useLanguage()
  const { setDirection } = useDirection()
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the setter is made anew on every render
  useEffect(() => setDirection(direction), [direction])
  return null
}

/** The nonce by which the page's security policy allows style elements. */
const styleNonce = () => document.querySelector<HTMLStyleElement>('style#theme')?.nonce ?? ''

watchErrors()
await startI18n()

const root = document.getElementById('root')
if (!root) throw new Error('#root is missing')
createRoot(root).render(
  <StrictMode>
    <DirectionProvider>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        getStyleNonce={styleNonce}
        forceColorScheme="light"
      >
        <QueryClientProvider client={queries}>
          <DirectionOfLanguage />
          <RouterProvider router={router} onError={(error) => void reportError(error, 'render')} />
          <Toasts />
          <LiveRegion />
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  </StrictMode>,
)
