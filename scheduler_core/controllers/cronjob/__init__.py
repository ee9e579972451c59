"""The CronJob controller (pkg/controller/cronjob)."""
