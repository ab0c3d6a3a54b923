import './ui/base.css'
import 'virtual:tokens.css'
import './ui/tokens.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { reportError, watchErrors } from './core/errors.ts'
import { startI18n } from './core/i18n/i18n.ts'
import { queries } from './core/query.ts'
import { router } from './routes.tsx'
import { LiveRegion } from './ui/feedback/LiveRegion.tsx'
import { Toasts } from './ui/feedback/Toasts.tsx'

watchErrors()
await startI18n()

const root = document.getElementById('root')
if (!root) throw new Error('#root is missing')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} onError={(error) => void reportError(error, 'render')} />
      <Toasts />
      <LiveRegion />
    </QueryClientProvider>
  </StrictMode>,
)
