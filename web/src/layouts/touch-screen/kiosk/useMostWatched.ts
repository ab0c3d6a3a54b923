import { getMostWatched } from '@cutaway/contract/rooms/player/tracking.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../../core/api.ts'
import { useAsked } from '../../../rooms/catalogue/home/useCustomAnimations.ts'

/** Returns every narrated film, those that this business watches most first. */
export function useMostWatched() {
  const { user: user_id, brand, driverside, lang } = useAsked()
  const params = { user_id, brand, driverside, lang }
  return useQuery({
    queryKey: ['most-watched', params],
    queryFn: ({ signal }) => call(getMostWatched, { params, signal }),
    placeholderData: keepPreviousData,
  })
}
