import { Link } from 'react-router'
import { useTexts } from '../../core/i18n/i18n.ts'
import BrandSwitch from '../header/BrandSwitch.tsx'
import classes from './Footer.module.css'
import { aboutNav, billingNav } from '../header/nav.ts'
import { useNav } from '../header/useNav.ts'

/** Shows the footer links for signed-in users only: brand, pages about the product, subscription. */
export default function FooterLinks() {
  const t = useTexts()
  const allowed = useNav()
  return (
    <>
      <BrandSwitch />
      {[...allowed(aboutNav), ...allowed(billingNav).slice(0, 1)].map(({ path, label }) => (
        <Link key={path} className={classes.link} to={path}>
          {t(label)}
        </Link>
      ))}
    </>
  )
}
