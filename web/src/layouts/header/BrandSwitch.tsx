import { getSiteBrands } from '@cutaway/contract/rooms/sites/sites.ts'
import { IconCheck, IconSteeringWheel } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { useBrandId, useSite } from '../../core/session.ts'
import { storedBrandId } from '../../core/preferences.ts'
import { Menu, MenuItem } from '../../ui/overlay/Menu.tsx'
import classes from '../footer/Footer.module.css'

/** Selects a vehicle brand of the site. The choice is stored on this device; a site with one brand shows nothing. */
export default function BrandSwitch() {
  const t = useTexts()
  const { web_site_id } = useSite()
  const current = useBrandId()
  const brands = useQuery({
    queryKey: ['brands', web_site_id],
    queryFn: ({ signal }) => call(getSiteBrands, { params: { id: web_site_id }, signal }),
    staleTime: Infinity,
  })
  if (!brands.data || brands.data.length < 2) return null
  const name = brands.data.find(({ brand_id }) => brand_id === current)?.name ?? ''
  return (
    <Menu
      className={classes.link}
      align="start"
      label={`${t('change_brand')} ${name}`}
      trigger={
        <>
          <IconSteeringWheel size={15} stroke={1.75} aria-hidden />
          {`${t('change_brand')} `}
          <span className={classes.value}>{name}</span>
        </>
      }
    >
      {brands.data.map((brand) => (
        <MenuItem
          key={brand.brand_id}
          checked={brand.brand_id === current}
          icon={
            <IconCheck
              size={16}
              stroke={1.75}
              aria-hidden
              style={brand.brand_id === current ? undefined : { visibility: 'hidden' }}
            />
          }
          onClick={() => storedBrandId.set(brand.brand_id)}
        >
          {brand.name}
        </MenuItem>
      ))}
    </Menu>
  )
}
