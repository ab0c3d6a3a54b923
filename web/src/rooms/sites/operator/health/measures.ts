import { useFormat, useTexts } from '../../../../core/i18n/i18n.ts'

const steps = ['kb', 'mb', 'gb', 'tb'] as const

/** Returns functions that write sizes and waiting times in the language of the page. */
export function useMeasures() {
  const t = useTexts()
  const { number, percent } = useFormat()
  return {
    /** 1536 -> 1.5 kB. */
    bytes(value: number) {
      let rest = value / 1000
      let step = 0
      while (rest >= 1000 && step < steps.length - 1) {
        rest /= 1000
        step += 1
      }
      return t(`size_${steps[step]}`, { size: number(rest < 10 ? Math.round(rest * 10) / 10 : Math.round(rest)) })
    },
    share: percent,
    /** 75 -> 1 min. */
    wait(seconds: number) {
      if (seconds < 90) return t('wait_seconds', { time: number(seconds) })
      if (seconds < 5400) return t('wait_minutes', { time: number(Math.round(seconds / 60)) })
      return t('wait_hours', { time: number(Math.round(seconds / 3600)) })
    },
  }
}
