import { Outlet } from 'react-router'
import { OfflineBar } from '../ui/feedback/OfflineBar.tsx'
import { SkipLink } from '../ui/layout/SkipLink.tsx'
import { Footer } from './footer/Footer.tsx'
import { QuietHeader } from './QuietHeader.tsx'

/** Lays out pages that a customer opens from a message: no navigation, no sign-up, no login. */
export default function QuietLayout() {
  return (
    <>
      <SkipLink />
      <QuietHeader />
      <OfflineBar />
      <main id="main" style={{ flex: 1 }}>
        <Outlet />
      </main>
      <Footer publicPages />
    </>
  )
}
