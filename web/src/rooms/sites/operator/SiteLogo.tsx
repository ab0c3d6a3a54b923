import { useMemo } from 'react'
import { Logo } from '../../../ui/illustrations/Logo.tsx'

/** Renders the logo of a web site in its own colours, among those of other web sites. */
export function SiteLogo({
  mark,
  logo,
  brand,
  onBrand,
  size = 30,
}: {
  mark: string
  logo: string
  brand: string
  onBrand: string
  size?: number
}) {
  const colours = useMemo(() => ({ '--brand': brand, '--on-brand': onBrand }) as React.CSSProperties, [brand, onBrand])
  return (
    <span style={colours}>
      <Logo mark={mark} logo={logo} size={size} />
    </span>
  )
}
