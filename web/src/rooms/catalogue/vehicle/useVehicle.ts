import { getVehicleImages } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../../core/api.ts'
import { useLanguage } from '../../../core/i18n/i18n.ts'
import { useBrandId, useSignedIn } from '../../../core/session.ts'

/** Returns pictures and spots of a vehicle of the brand in the language of the page; by default the first vehicle. */
export function useVehicle(vehicle: string | undefined) {
  const { user, web_site } = useSignedIn()
  const { language_id } = useLanguage()
  const brand = useBrandId()
  const params = {
    user: user.user_id,
    lang: String(language_id),
    brand,
    driverside: web_site.driverside,
    ...(vehicle === undefined ? {} : { vehicle }),
  }
  return useQuery({
    queryKey: ['vehicle', params],
    queryFn: ({ signal }) => call(getVehicleImages, { params, signal }),
    placeholderData: keepPreviousData,
  })
}
