import { Outlet } from 'react-router'
import { usePageState } from '../core/page.ts'
import { OfflineBar } from '../ui/OfflineBar.tsx'
import { SkipLink } from '../ui/SkipLink.tsx'
import { Footer } from './Footer.tsx'
import { MainHeader } from './MainHeader.tsx'
import classes from './MainLayout.module.css'
import { PhoneHeader } from './PhoneHeader.tsx'
import { TabBar } from './TabBar.tsx'

/** Pages of signed-in users: header, content, footer; on a phone a tab bar at the bottom. */
export default function MainLayout() {
  return (
    <MainFrame>
      <Outlet />
    </MainFrame>
  )
}

/** The frame of the main and of the sidebar layout. */
export function MainFrame({ children }: { children: React.ReactNode }) {
  const { phone } = usePageState()
  return (
    <div className={classes.frame} data-own-header={phone ? true : undefined}>
      <SkipLink />
      <MainHeader />
      {phone ? <PhoneHeader {...phone} /> : null}
      <OfflineBar />
      <main id="main" className={classes.main}>
        {children}
      </main>
      <Footer />
      {phone ? null : <TabBar />}
    </div>
  )
}
