import { useTexts } from '../../core/i18n/i18n.ts'
import { useSite } from '../../core/session.ts'

const year = new Date().getFullYear()

/** Shows the copyright line with the current year. Chinese hosts have their own notice. */
export function Copyright({ host }: { host: string }) {
  const t = useTexts()
  const { company } = useSite()
  const key = host.endsWith('.cn') ? 'copyright_line_china' : 'copyright_line'
  return (
    <>
      <bdi>{company}</bdi> {t(key, { year })}
    </>
  )
}
