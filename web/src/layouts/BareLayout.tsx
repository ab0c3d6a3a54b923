import { Outlet } from 'react-router'

/** No header, no footer: the page is alone. */
export default function BareLayout() {
  return (
    <main id="main" style={{ flex: 1 }}>
      <Outlet />
    </main>
  )
}
