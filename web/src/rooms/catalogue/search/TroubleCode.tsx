import { getTroubleCode, troubleCodeIn } from '@cutaway/contract/rooms/catalogue/codes.ts'
import { IconEngine } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../core/api.ts'
import { useLanguage } from '../../../core/i18n/i18n.ts'
import classes from './TroubleCode.module.css'

/**
 * Shows the meaning of a trouble code above its films. Renders nothing for other searches, for an unknown code, or if
 * the meaning cannot be loaded: the films are the answer, the meaning is an addition.
 */
export function TroubleCode({ keyword }: { keyword: string }) {
  const { language_id } = useLanguage()
  const code = troubleCodeIn(keyword)
  const { data } = useQuery({
    queryKey: ['trouble-code', code, language_id],
    queryFn: ({ signal }) => call(getTroubleCode, { params: { code: code!, lang: String(language_id) }, signal }),
    enabled: code !== null,
    staleTime: Infinity,
  })
  if (code === null || !data) return null
  return (
    <p className={classes.code}>
      <IconEngine size={20} stroke={1.75} aria-hidden />
      <bdi className={classes.name}>{data.code}</bdi>
      <span>{data.meaning}</span>
    </p>
  )
}
