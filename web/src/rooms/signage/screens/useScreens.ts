import { getScreens } from '@cutaway/contract/rooms/signage/screens.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../core/api.ts'

/** The screens that the user reaches. `every`: milliseconds between two looks; once, if it is left out. */
export const useScreens = (every: number | false = false) =>
  useQuery({
    queryKey: ['screens'],
    queryFn: ({ signal }) => call(getScreens, { signal }),
    refetchInterval: every,
  })
