# Only the bot, without tools and tests. Dependencies come before the source, so that a change of
# the source rebuilds only its own layers.

# The digest is that of the index of all platforms; CONTRIBUTING.md says how to renew it.
FROM python:3.11-slim-bookworm@sha256:a36c24f9cbdf4fd0f52d67f0823eeac19c2028c637cecc392d97f980d4fec56b AS python

FROM python AS dependencies
COPY requirements.lock /
RUN python -m venv /opt/venv \
    && /opt/venv/bin/python -m pip install --no-cache-dir --require-hashes -r /requirements.lock

FROM python
# Pictures leave holes in the memory that glibc gives out: with jemalloc the bot takes 25 MB less.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libjemalloc2 \
    && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --no-create-home stolik \
    && install --directory --owner=stolik --group=stolik /data
COPY --from=dependencies /opt/venv /opt/venv
WORKDIR /app
COPY . .
RUN /opt/venv/bin/python -m compileall -q . \
    && /opt/venv/bin/python bot.py --check
# In a read-only container only /data is on disk: a copy of the database in /tmp would take up memory.
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    TMPDIR=/data \
    LD_PRELOAD=libjemalloc.so.2 \
    MALLOC_CONF=narenas:1,background_thread:true \
    STOLIK_DATABASE=/data/stolik.db \
    STOLIK_BACKUP_FOLDER=/data/backups
ARG COMMIT=unknown
LABEL org.opencontainers.image.title="Stolik" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="1.0.0" \
      org.opencontainers.image.revision="$COMMIT"
USER 10001
VOLUME /data
HEALTHCHECK --interval=60s --timeout=10s --start-period=60s CMD ["python", "health.py"]
CMD ["python", "bot.py"]
