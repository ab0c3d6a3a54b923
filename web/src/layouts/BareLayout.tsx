import { Outlet } from 'react-router'

/** Renders the page without header and footer. */
export default function BareLayout() {
  return (
    <main id="main" style={{ flex: 1 }}>
      <Outlet />
    </main>
  )
}
