import { getBrandColours } from '@cutaway/contract/rooms/sites/operator.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../../../core/api.ts'

const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text.trim())

/** Returns what the server derives from a brand colour, and the colours as CSS variables for a part of the page. */
export function useBrandTheme(colour: string) {
  const wanted = colour.trim().slice(1).toLowerCase()
  const { data } = useQuery({
    queryKey: ['brand-colours', wanted],
    queryFn: ({ signal }) => call(getBrandColours, { params: { colour: wanted }, signal }),
    enabled: isColour(colour),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
  const variables = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(data?.theme ?? {}).map(([key, value]) => [`--${key.replaceAll('_', '-')}`, value]),
      ) as React.CSSProperties,
    [data],
  )
  return { data, variables }
}
